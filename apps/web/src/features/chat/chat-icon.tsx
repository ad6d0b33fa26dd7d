/** A speech bubble with two lines. */
export function ChatIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="26"
      height="26"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6.500 4.500h11a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H12l-4.500 4v-4h-1a3 3 0 0 1-3-3v-6a3 3 0 0 1 3-3zM8 9h8M8 12.500h5" />
    </svg>
  )
}
