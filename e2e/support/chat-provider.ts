import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the provider answers requests for its script. */
export type ChatMood = 'works' | 'missing' | 'hangs'

/** A minimal widget: adds a style, an iframe, a cookie and a sound request, and dispatches `chatwoot:ready`. */
const SCRIPT = `(() => {
  const calls = []
  window.chatCalls = calls
  window.chatwootSDK = {
    run({ baseUrl, websiteToken }) {
      const frame = document.createElement('iframe')
      const url = baseUrl + '/widget?website_token=' + websiteToken
      const style = document.createElement('style')
      style.textContent = '.chat-stand-in { position: fixed; bottom: 0; right: 0; width: 200px; height: 200px } .chat-hidden { display: none }'
      document.head.append(style)
      const holder = document.createElement('div')
      holder.className = 'chat-stand-in chat-hidden'
      frame.src = url
      frame.title = 'Chat'
      holder.append(frame)
      window.$chatwoot = {
        isOpen: false,
        toggle(state) {
          this.isOpen = state === 'open'
          holder.classList.toggle('chat-hidden', !this.isOpen)
          calls.push('toggle ' + state)
        },
        setUser(id, attributes) {
          this.user = attributes
          calls.push('setUser ' + id + ' ' + JSON.stringify(attributes))
        },
        setCustomAttributes(attributes) { calls.push('setCustomAttributes ' + JSON.stringify(attributes)) },
        reset() {
          document.cookie = 'cw_conversation=; path=/; max-age=0'
          frame.src = url
          calls.push('reset')
        },
      }
      window.addEventListener('message', (event) => {
        if (event.data !== 'chat-loaded') return
        document.cookie = 'cw_conversation=abc; path=/'
        fetch(baseUrl + '/audio/ding.mp3')
        window.dispatchEvent(new Event('chatwoot:ready'))
      })
      document.body.append(holder)
      calls.push('run ' + websiteToken + ' bubble:' + !window.chatwootSettings.hideMessageBubble)
    },
  }
})()`
const FRAME = `<!doctype html><title>Chat</title><script>parent.postMessage('chat-loaded', '*')</script>`

/** A fake of the support chat's provider, on its own port. */
export class ChatProvider {
  mood: ChatMood = 'works'
  /** Requested paths. */
  readonly asked: string[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  static async start(): Promise<ChatProvider> {
    const provider = new ChatProvider()
    await new Promise<void>((resolve) => void provider.#server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/'
    this.asked.push(path)
    if (path === '/packs/js/sdk.js') {
      if (this.mood === 'hangs') return
      if (this.mood === 'missing') return void response.writeHead(404, { 'content-type': 'text/plain' }).end('No')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
    }
    if (path.startsWith('/widget')) return void response.writeHead(200, { 'content-type': 'text/html' }).end(FRAME)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'audio/mpeg' }).end()
  }
}
