import { startNative } from './platform/capacitor/start-native.ts'

// The entry of the native apps. Stores read their values when they are loaded, so the device's storage has to be ready
// first. There is no top-level await, because chunks that are loaded in the meantime import from this one.
void startNative().then(() => import('./main.tsx'))
