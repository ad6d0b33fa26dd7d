import { storage } from '../../platform/storage.ts'

/** What tells the server that this device has signed in before: then strangers can't use up its codes (contract 4.2). */
export function ownDevice(): { device_token?: string } {
  const token = storage.get('deviceToken')
  return token === null ? {} : { device_token: token }
}

/** Keeps the device's token of a sign-in, also after logout. */
export function rememberDevice(token: string | undefined): void {
  if (token !== undefined) storage.set('deviceToken', token)
}
