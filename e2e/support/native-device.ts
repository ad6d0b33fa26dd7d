import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page, type Route, type WebSocketRoute } from '@playwright/test'
import { runPlugin } from './native-plugins.ts'
import { pluginHeaders } from './plugin-headers.ts'
import type { QuizServer } from './quiz-server.ts'
import type { RevealHold } from './reveal-hold.ts'
import { isNetworkNote } from './test.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The web app as built into both apps (`npm run build -- --native`). */
const APP_FOLDER = join(ROOT, 'apps/mobile/www')
/** Each app contains its platform's half of the bridge; these are those halves. */
const BRIDGES = {
  android: 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: 'node_modules/@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
}
/** Chromium opens no pages of `capacitor://`, so iOS uses Android's origin here; the server's tests have both. */
export const APP_ORIGIN = 'https://localhost'
/** Where the app was built to find its server; the device sends it to the server of the test. */
const BUILT_ORIGIN = (JSON.parse(await readFile(join(ROOT, 'apps/mobile/site.json'), 'utf8')) as { origin: string })
  .origin

/** Of phones. */
const INSETS = { android: { top: 38, bottom: 20 }, ios: { top: 59, bottom: 34 } }

interface Call {
  callbackId: string
  pluginId: string
  methodName: string
  options: Record<string, unknown>
}

interface DeviceOptions {
  platform?: 'android' | 'ios'
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
  /** The version of the app. */
  version?: string
  /** The link that opens the app. */
  launchUrl?: string
  /** What an earlier run has stored. */
  preferences?: Readonly<Record<string, string>>
  token?: string
  scale?: number
  /** The safe area, if the device is not a phone. */
  insets?: { top: number; bottom: number }
}

/**
 * A phone on which our app runs: the app's own build in Chromium, over Capacitor's own bridge, which ends here instead
 * of in Java or Swift. Answers and events have the form that the plugins document; a method that their native sources
 * do not have is refused as on a phone.
 */
export class NativeDevice {
  /** Calls to plugins, as `Plugin.method`, with their options; listeners are not among them. */
  readonly calls: { name: string; options: Record<string, unknown> }[] = []
  readonly preferences: Map<string, string>
  /** Keychain or Keystore. */
  readonly secrets = new Map<string, string>()
  clipboard = ''
  /** The files in the app's cache directory, by their path in it. */
  readonly cachedFiles = new Map<string, Buffer>()
  isStorageFull = false
  /** What the share sheet says when it rejects: 'Share canceled' if the user closes it. */
  shareError: string | null = null
  /** Keeps the reveals of its game, if set. */
  reveals: RevealHold | null = null
  /** Errors that the page logged. */
  readonly pageErrors: string[] = []
  readonly #listeners: { callbackId: string; pluginId: string; eventName: string }[] = []
  readonly #sockets = new Set<{ isDead: boolean }>()
  readonly #options: DeviceOptions
  readonly #insets: { top: number; bottom: number }
  #isAsleep = false

  private constructor(
    readonly page: Page,
    readonly platform: 'android' | 'ios',
    readonly quiz: QuizServer,
    options: DeviceOptions,
  ) {
    this.#options = options
    this.#insets = options.insets ?? INSETS[platform]
    this.preferences = new Map(Object.entries(options.preferences ?? {}))
    if (options.token !== undefined) {
      this.preferences.set('installed', 'true')
      this.secrets.set('capacitor-storage_token', options.token)
    }
  }

  /** Installs the app on a new phone. `start` opens it. */
  static async create(browser: Browser, quiz: QuizServer, options: DeviceOptions = {}): Promise<NativeDevice> {
    const { platform = 'android', size = { width: 390, height: 844 }, theme = 'light', scale = 1 } = options
    const context = await browser.newContext({
      baseURL: APP_ORIGIN,
      viewport: size,
      colorScheme: theme,
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: scale,
    })
    // Chromium asks before a page reaches this machine; a phone's web view asks nothing.
    await context.grantPermissions(['local-network-access'])
    const device = new NativeDevice(await context.newPage(), platform, quiz, options)
    await device.#prepare()
    return device
  }

  /** Opens the app and waits until its splash screen has gone. */
  async start(path = '/'): Promise<void> {
    await this.page.goto(path)
    await expect.poll(() => this.called('SplashScreen.hide').length).toBeGreaterThan(0)
  }

  /** The options of all calls of a plugin's method so far: `called('Haptics.impact')`. */
  called(name: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.name === name).map(({ options }) => options)
  }

  /** Sends an event of a plugin to its listeners. */
  async fire(pluginId: string, eventName: string, data: object = {}): Promise<void> {
    const heard = this.#listeners.filter((one) => one.pluginId === pluginId && one.eventName === eventName)
    for (const { callbackId } of heard) {
      await this.#answer({ callbackId, pluginId, methodName: 'addListener', success: true, save: true, data })
    }
  }

  pressBack(): Promise<void> {
    return this.fire('App', 'backButton', { canGoBack: true })
  }

  /** Another app opens a link to the site. */
  openLink(path: string): Promise<void> {
    return this.fire('App', 'appUrlOpen', { url: this.quiz.url + path })
  }

  /** Opens the keyboard: the page gets the height that is left, as with `resize: native`. */
  async openKeyboard(height = 300): Promise<void> {
    const size = this.page.viewportSize() ?? { width: 390, height: 844 }
    const data = { keyboardHeight: height }
    await this.fire('Keyboard', 'keyboardWillShow', data)
    await this.page.setViewportSize({ ...size, height: size.height - height })
    await this.#setInsets({ ...this.#insets, bottom: 0 })
    await this.fire('Keyboard', 'keyboardDidShow', data)
  }

  /**
   * Sends the app to the background: it is hidden, its connections die without its noticing, and `performance.now()`
   * stands still, as while a phone sleeps.
   */
  async sleep(): Promise<void> {
    this.#isAsleep = true
    for (const socket of this.#sockets) socket.isDead = true
    await this.fire('App', 'appStateChange', { isActive: false })
    await this.fire('App', 'pause')
    await this.#setVisibility('hidden')
    await this.page.evaluate(() => {
      const stoppedAtMs = performance.now()
      performance.now = () => stoppedAtMs
    })
  }

  /** Brings the app back. */
  async wake(): Promise<void> {
    this.#isAsleep = false
    await this.page.evaluate(() => {
      const realNow = () => Performance.prototype.now.call(performance)
      const sleptMs = realNow() - performance.now()
      performance.now = () => realNow() - sleptMs
    })
    await this.#setVisibility('visible')
    await this.fire('App', 'appStateChange', { isActive: true })
    await this.fire('App', 'resume')
  }

  /** Records from now on what should not flash up: a skeleton, or the note that the app is reconnecting. */
  async keepFlashes(): Promise<() => Promise<string[]>> {
    await this.page.evaluate(() => {
      const flashes = new Set<string>()
      Object.assign(window, { flashes })
      new MutationObserver(() => {
        if (document.querySelector('[data-loading]')) flashes.add('skeleton')
        const pill = document.querySelector('header output')
        if (pill?.textContent) flashes.add(pill.textContent)
      }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    return () => this.page.evaluate(() => [...(window as unknown as { flashes: Set<string> }).flashes])
  }

  async close(): Promise<void> {
    await this.page.context().close()
  }

  async #prepare(): Promise<void> {
    const { page, platform } = this
    page.on('pageerror', (error) => this.pageErrors.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isNetworkNote(message.text()))
        this.pageErrors.push(`console: ${message.text()}`)
    })
    await page.exposeFunction('callNative', (text: string) => this.#take(JSON.parse(text) as Call))
    const host =
      platform === 'android'
        ? 'window.androidBridge = { postMessage: (text) => window.callNative(text) }'
        : 'window.webkit = { messageHandlers: { bridge: { postMessage: (data) => window.callNative(JSON.stringify(data)) } } }'
    const headers = JSON.stringify(pluginHeaders(platform))
    const bridge = await readFile(join(ROOT, BRIDGES[platform]), 'utf8')
    await page.addInitScript(`if (location.origin === '${APP_ORIGIN}') {
      window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {}, PluginHeaders: ${headers} }
      ${host}
      ${bridge}
    }`)
    await page.route(`${APP_ORIGIN}/**`, (route) => this.#serve(route))
    await page.routeWebSocket(/\/services\//, (socket) => this.#connect(socket))
    await this.#setInsets(this.#insets)
  }

  /** Serves the app's files, and its page for every other path, as both platforms' local servers do. */
  async #serve(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url())
    const file = /\.\w+$/.test(pathname) ? pathname : '/index.html'
    const content = await readFile(join(APP_FOLDER, file)).catch(() => null)
    if (content === null) return route.fulfill({ status: 404 })
    const isScript = file.endsWith('.js')
    const types: Record<string, string> = {
      js: 'text/javascript',
      css: 'text/css',
      html: 'text/html',
      svg: 'image/svg+xml',
    }
    const contentType = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    const body = isScript ? content.toString().replaceAll(BUILT_ORIGIN, this.quiz.url) : content
    return route.fulfill({ contentType, body })
  }

  #connect(socket: WebSocketRoute): void {
    const line = { isDead: this.#isAsleep }
    this.#sockets.add(line)
    const server = socket.connectToServer()
    socket.onMessage((message) => line.isDead || server.send(message))
    // Nobody confirms the end of a dead connection.
    socket.onClose((code, reason) => {
      if (line.isDead) return
      const end = { ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) }
      void server.close(end)
      void socket.close(end)
    })
    server.onMessage((message) => {
      if (line.isDead) return
      const send = () => socket.send(message)
      if (this.reveals) this.reveals.take(String(message), send)
      else send()
    })
  }

  async #take({ callbackId, pluginId, methodName, options }: Call): Promise<void> {
    const answer = (result: object) => this.#answer({ callbackId, pluginId, methodName, ...result })
    if (methodName === 'addListener') {
      this.#listeners.push({ callbackId, pluginId, eventName: String(options['eventName']) })
      return
    }
    if (methodName === 'removeListener') {
      const index = this.#listeners.findIndex((one) => one.callbackId === options['callbackId'])
      if (index >= 0) this.#listeners.splice(index, 1)
      return
    }
    const name = `${pluginId}.${methodName}`
    this.calls.push({ name, options })
    const { version = '9.0.0', launchUrl } = this.#options
    const app = { version, launchUrl: launchUrl === undefined ? undefined : this.quiz.url + launchUrl }
    const data = runPlugin(name, options, this, app)
    if (data instanceof Error) await answer({ success: false, error: { message: data.message } })
    else await answer({ success: true, data })
  }

  async #answer(result: object): Promise<void> {
    // The page may have been closed meanwhile.
    await this.page
      .evaluate((text) => {
        ;(window as unknown as { Capacitor: { fromNative(result: unknown): void } }).Capacitor.fromNative(
          JSON.parse(text),
        )
      }, JSON.stringify(result))
      .catch(() => undefined)
  }

  /** Android's plugin sets properties of the page; on iOS the browser itself knows the insets. */
  async #setInsets({ top, bottom }: { top: number; bottom: number }): Promise<void> {
    if (this.platform === 'ios') {
      const session = await this.page.context().newCDPSession(this.page)
      await session.send('Emulation.setSafeAreaInsetsOverride', {
        insets: { top, topMax: top, bottom, bottomMax: bottom },
      })
      return
    }
    const set = `(() => {
      const set = () => {
        document.documentElement.style.setProperty('--safe-area-inset-top', '${top}px')
        document.documentElement.style.setProperty('--safe-area-inset-bottom', '${bottom}px')
      }
      if (document.documentElement) set()
      else document.addEventListener('readystatechange', set, { once: true })
    })()`
    await this.page.addInitScript(set)
    await this.page.evaluate(set)
  }

  async #setVisibility(state: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  }
}
