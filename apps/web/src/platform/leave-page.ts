/** Leaves the app for another page, as a followed link would. */
export function leavePage(url: string): void {
  window.location.assign(url)
}
