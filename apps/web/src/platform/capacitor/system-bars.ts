import { SystemBars, SystemBarsStyle, SystemBarType } from '@capacitor/core'

/** Keeps the colours of the status bar and the navigation bar in line with the theme. */
export function followTheme(): void {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)')
  isDark.addEventListener('change', () => colourBars(isDark.matches))
  new MutationObserver(() => colourBars(isDark.matches)).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  })
  colourBars(isDark.matches)
}

/**
 * The status bar is over the strip or the landing's sky, which are dark in both themes, so its text is light. The
 * navigation bar is over the page's background.
 */
function colourBars(isSystemDark: boolean): void {
  const { theme } = document.documentElement.dataset
  const isDark = theme === undefined ? isSystemDark : theme === 'dark'
  const ground = isDark || !isUnderBars() ? SystemBarsStyle.Dark : SystemBarsStyle.Light
  void SystemBars.setStyle({ style: SystemBarsStyle.Dark, bar: SystemBarType.StatusBar })
  void SystemBars.setStyle({ style: ground, bar: SystemBarType.NavigationBar })
}

/** An old WebView does not extend under the bars: both then have the window's own dark colour behind them. */
function isUnderBars(): boolean {
  const probe = document.createElement('div')
  probe.style.paddingTop = 'max(env(safe-area-inset-top, 0px), var(--safe-area-inset-top, 0px))'
  document.documentElement.append(probe)
  const { paddingTop } = getComputedStyle(probe)
  probe.remove()
  return paddingTop !== '0px'
}
