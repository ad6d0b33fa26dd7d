import { startNative } from './platform/capacitor/start-native.ts'

// The entry of the native apps: stores read their values as they load, so the device's storage comes first. Not awaited at
// the top level, because chunks that are loaded meanwhile import from this one.
void startNative().then(() => import('./main.tsx'))
