/**
 * The two places whose lines screen readers speak: `say()` and `alert()` write to them. One of each,
 * in the app root, there from the first paint on, because readers ignore regions that come with their text.
 */
export function LiveRegions() {
  return (
    <>
      <div className="sr" id="say" aria-live="polite" />
      <div className="sr" id="alert" aria-live="assertive" />
    </>
  )
}
