/**
 * Keeps the browser's offer to install the web app, which comes early and once, until Account shows it
 * (install-offer.ts).
 */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
  })
  addEventListener('appinstalled', () => (window.installOffer = undefined))
}
