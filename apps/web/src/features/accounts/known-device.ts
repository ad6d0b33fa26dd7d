import { storage } from '../../platform/storage.ts'

/**
 * The token by which the server knows that this device has signed in before, so strangers can't use up its codes
 * (contract 4.2).
 */
export function ownDevice(): { device_token?: string } {
  const token = storage.get('deviceToken')
  return token === null ? {} : { device_token: token }
}

/** Stores the device's token from a sign-in. It survives logging out. */
export function rememberDevice(token: string | undefined): void {
  if (token !== undefined) storage.set('deviceToken', token)
}
