import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = join(import.meta.dirname, '../../node_modules')
const PLUGINS = [
  'aparajita/capacitor-secure-storage',
  'capacitor-community/keep-awake',
  ...[
    'app',
    'app-launcher',
    'clipboard',
    'filesystem',
    'haptics',
    'keyboard',
    'preferences',
    'share',
    'splash-screen',
  ].map((name) => `capacitor/${name}`),
]

/** What the native side tells the page about a plugin: its name and the methods that may be called. */
export interface PluginHeader {
  name: string
  methods: { name: string; rtype: 'promise' | 'callback' | 'none' }[]
}

/** The plugins of a platform, read from the native sources that are compiled into the app. */
export function pluginHeaders(platform: 'android' | 'ios'): PluginHeader[] {
  const core =
    platform === 'android'
      ? '@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin'
      : '@capacitor/ios/Capacitor/Capacitor/Plugins'
  const sources = [core, ...PLUGINS.map((name) => `@${name}/${platform}`)].flatMap((folder) =>
    filesBelow(join(MODULES, folder), platform === 'android' ? /\.(?:java|kt)$/ : /\.(?:swift|m)$/),
  )
  return sources.flatMap((path) => readHeader(path) ?? [])
}

function readHeader(path: string): PluginHeader | null {
  const source = readFileSync(path, 'utf8')
  if (path.endsWith('.java')) return headerOfJava(source)
  return path.endsWith('.kt') ? headerOfKotlin(source) : headerForIos(source)
}

function headerOfJava(source: string): PluginHeader | null {
  const plugin = /@CapacitorPlugin(?:\((?:[^)]*?name = "(\w+)")?[^)]*\))?\s*public class (\w+)/.exec(source)
  if (!plugin) return null
  const methods = source.matchAll(/@PluginMethod(\([^)]*\))?\s*(?:@\w+\s*)*public void (\w+)/g)
  return androidHeader(plugin[1] ?? plugin[2] ?? '', methods)
}

function headerOfKotlin(source: string): PluginHeader | null {
  const name = /@CapacitorPlugin\(\s*name = "(\w+)"/.exec(source)?.[1]
  if (name === undefined) return null
  const methods = source.matchAll(/@PluginMethod(\([^)]*\))?\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:override )?fun (\w+)/g)
  return androidHeader(name, methods)
}

/** A header from matches of an annotation's arguments and the method that it belongs to. */
function androidHeader(plugin: string, methods: Iterable<RegExpExecArray>): PluginHeader {
  return header(
    plugin,
    [...methods].map(([, kind = '', name = '']) => [name, kind.includes('CALLBACK') ? 'callback' : 'promise']),
  )
}

/** In Swift a plugin lists its methods; in Objective-C, macros do. */
function headerForIos(source: string): PluginHeader | null {
  const name = (/let jsName = "(\w+)"/.exec(source) ?? /^CAP_PLUGIN\(\w+, "(\w+)"/m.exec(source))?.[1]
  if (name === undefined) return null
  const methods = source.matchAll(
    /CAPPluginMethod\(name: "(\w+)"|\.init\(#selector\((\w+)\)|^\s*CAP_PLUGIN_METHOD\((\w+)/gm,
  )
  return header(
    name,
    [...methods].map(([, named, selected, declared]) => [named ?? selected ?? declared ?? '', 'promise']),
  )
}

/** Every plugin can be listened to. */
function header(name: string, methods: [name: string, rtype: 'promise' | 'callback'][]): PluginHeader {
  return {
    name,
    methods: [
      ...methods.map(([method, rtype]) => ({ name: method, rtype })),
      { name: 'addListener', rtype: 'callback' },
      { name: 'removeListener', rtype: 'none' },
      { name: 'removeAllListeners', rtype: 'promise' },
    ],
  }
}

function filesBelow(folder: string, extension: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name) && !/(^|\/)(androidTest|test|Tests|build)\//.test(name))
    .map((name) => join(folder, name))
}
