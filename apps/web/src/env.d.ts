interface ImportMetaEnv {
  /** The origin of the site that a native app belongs to; empty in the builds for browsers. */
  readonly VITE_API_ORIGIN?: string
}
