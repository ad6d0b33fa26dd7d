import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startMessage } from './start-message.ts'

const INTERFACES = {
  wlan0: [
    {
      address: '192.168.1.20',
      netmask: '255.255.255.0',
      family: 'IPv4' as const,
      mac: '00:00:00:00:00:00',
      internal: false,
      cidr: null,
    },
  ],
}

function message(env: Record<string, string>, { isTerminal = false, interfaces = INTERFACES } = {}): string[] {
  return startMessage({ config: readConfig(env), port: 4000, isTerminal, interfaces }).split('\n')
}

test('on this machine alone it is one line', () => {
  expect(message({})).toEqual(['Quizmaster is ready: http://localhost:4000', ''])
})

test('with HOST=0.0.0.0 it lists the addresses for other devices and draws a QR code', () => {
  const lines = message({ HOST: '0.0.0.0' })
  expect(lines.slice(0, 4)).toEqual([
    'Quizmaster is ready: http://localhost:4000',
    '',
    'On other devices on the same network:',
    '  http://192.168.1.20:4000',
  ])
  const code = lines.filter((line) => /[█▀▄]/.test(line))
  // 25 modules and a border of 2 on each side, two rows of modules to a line.
  expect(code).toHaveLength(15)
  expect(new Set(code.map((line) => line.length))).toEqual(new Set([29]))
})

test('in a terminal the QR code is white on black in every theme', () => {
  const code = message({ HOST: '0.0.0.0' }, { isTerminal: true }).filter((line) => /[█▀▄]/.test(line))
  expect(code.every((line) => line.startsWith('\u001B[97;40m') && line.endsWith('\u001B[0m'))).toBe(true)
})

test('a public address comes before those of the network', () => {
  const lines = message({ HOST: '0.0.0.0', PUBLIC_URL: 'http://quiz.home:4000' })
  expect(lines.slice(3, 5)).toEqual(['  http://quiz.home:4000', '  http://192.168.1.20:4000'])
})

test('without a network it says so', () => {
  expect(message({ HOST: '0.0.0.0' }, { interfaces: { wlan0: [] } })).toContain(
    'This machine is not on a network that other devices can reach.',
  )
})

test('in production there is no QR code in the log', () => {
  const env = {
    HOST: '0.0.0.0',
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://mail',
    SECRET_KEY: 'a-secret-of-some-length',
    PUBLIC_URL: 'https://quiz.example',
    TRUST_PROXY: '1',
  }
  expect(message(env)).toHaveLength(2)
})
