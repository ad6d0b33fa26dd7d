import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { networkAddresses, originOf } from './network-addresses.ts'

function info(address: string, internal = false): NetworkInterfaceInfo {
  const mac = '00:00:00:00:00:00'
  return address.includes(':')
    ? { address, internal, mac, cidr: null, netmask: '', family: 'IPv6', scopeid: 0 }
    : { address, internal, mac, cidr: null, netmask: '', family: 'IPv4' }
}

const LAPTOP = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  docker0: [info('172.17.0.1')],
  eth0: [info('169.254.10.2')],
  tailscale0: [info('100.101.102.103')],
  eth1: [info('10.0.0.7')],
  wlan0: [info('192.168.1.20'), info('fe80::1'), info('2001:db8::20')],
}

test('0.0.0.0 is reached at every IPv4 address, that of the home network first and virtual networks last', () => {
  expect(networkAddresses('0.0.0.0', LAPTOP)).toEqual(['192.168.1.20', '10.0.0.7', '172.17.0.1', '100.101.102.103'])
})

test(':: is reached at IPv6 addresses as well', () => {
  const expected = ['192.168.1.20', '10.0.0.7', '2001:db8::20', '172.17.0.1', '100.101.102.103']
  expect(networkAddresses('::', LAPTOP)).toEqual(expected)
})

test('one address of this machine is reached at that address only', () => {
  expect(networkAddresses('10.0.0.7', LAPTOP)).toEqual(['10.0.0.7'])
})

test.each(['127.0.0.1', '::1', 'localhost'])('%s cannot be reached from other devices', (host) => {
  expect(networkAddresses(host, LAPTOP)).toEqual([])
})

test('an origin has brackets around its IPv6 address', () => {
  expect(originOf('2001:db8::20', 4000)).toBe('http://[2001:db8::20]:4000')
  expect(originOf('10.0.0.7', 4000)).toBe('http://10.0.0.7:4000')
})
