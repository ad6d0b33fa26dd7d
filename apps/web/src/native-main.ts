import { startNative } from './platform/capacitor/start-native.ts'

// The entry of the native apps: stores read their values as they load, so the device's storage comes first.
await startNative()
await import('./main.tsx')
