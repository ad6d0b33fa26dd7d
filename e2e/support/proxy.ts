import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startNodeProxy } from './node-proxy.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** A reverse proxy in front of servers that share a database. */
export interface Proxy {
  /** The settings of each server. */
  readonly servers: readonly Readonly<Record<string, string>>[]
  stop(): Promise<void>
}

/**
 * Starts the proxy that E2E_PROXY names, `caddy` or `nginx`, on `port`, for servers on `ports`; null without that
 * variable. The program must be installed. Any test can run through it:
 * `E2E_PROXY=caddy npm test -- e2e/games.spec.ts`.
 */
export async function startProxy(port: number, ports: readonly number[]): Promise<Proxy | null> {
  const name = process.env['E2E_PROXY']
  if (!name) return null
  const database = await createDatabase()
  const addresses = new Map(ports.map((own, index) => [`server-${index + 1}`, `127.0.0.1:${own}`]))
  const stopProxy = await runProxy(name, port, addresses, {
    caddy: 'Caddyfile',
    nginx: await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'),
  })
  return {
    servers: ports.map((own, index) => ({ ...settingsOf(port, own, database), NODE_NAME: `server-${index + 1}` })),
    async stop() {
      await stopProxy()
      await database.drop()
    },
  }
}

/** The programs of deploy/services.Caddyfile and services.nginx.conf, by their names there. */
const PROGRAMS = { user: 'user,admin', gameplay: 'gameplay', stats: 'stats' } as const

/**
 * Starts a proxy on `port` for three programs on `ports` that have some of the services each: the one that E2E_PROXY
 * names, or without that variable one in this process, with the paths of services.Caddyfile.
 */
export async function startServicesProxy(port: number, ports: readonly number[]): Promise<Proxy> {
  const database = await createDatabase()
  const programs = Object.entries(PROGRAMS).map(([name, services], index) => ({
    name,
    services,
    own: ports[index] ?? 0,
  }))
  const addresses = new Map(programs.map(({ name, own }) => [name, `127.0.0.1:${own}`]))
  const name = process.env['E2E_PROXY']
  const stopProxy = name
    ? await runProxy(name, port, addresses, { caddy: 'services.Caddyfile', nginx: await nginxForServices() })
    : await runNodeProxy(port, await readPaths(addresses))
  return {
    servers: programs.map(({ services, own }) => ({ ...settingsOf(port, own, database), SERVICES: services })),
    async stop() {
      await stopProxy()
      await database.drop()
    },
  }
}

/** What all servers behind a proxy share, and the port of one. */
function settingsOf(proxyPort: number, port: number, { url }: { url: string }): Record<string, string> {
  return {
    PORT: String(port),
    DATABASE_URL: url,
    VALKEY_URL: process.env['TEST_VALKEY_URL'] ?? '',
    SECRET_KEY: 'a secret that only tests use',
    PUBLIC_URL: `http://localhost:${proxyPort}`,
    TRUST_PROXY: '1',
  }
}

/** Finds the port of the program that services.Caddyfile has for a path. As in Caddy, a longer prefix goes first. */
async function readPaths(addresses: ReadonlyMap<string, string>): Promise<(path: string) => number> {
  const example = await readFile(join(DEPLOY, 'services.Caddyfile'), 'utf8')
  const lines = example.matchAll(/^\treverse_proxy (?:(\/\S+)\* )?\{\$SERVER_[A-Z]+:(\w+):4000\} \{$/gm)
  const rules = [...lines]
    .map(([, prefix = '/', name = '']) => ({ prefix, port: Number(addresses.get(name)?.split(':')[1]) }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return (path) => rules.find(({ prefix }) => path.startsWith(prefix))?.port ?? 0
}

async function runNodeProxy(port: number, portOf: (path: string) => number): Promise<() => Promise<void>> {
  const server = await startNodeProxy(port, portOf)
  return async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

/** nginx.conf with what services.nginx.conf says to replace in it. */
async function nginxForServices(): Promise<string> {
  const config = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8')
  const services = await readFile(join(DEPLOY, 'services.nginx.conf'), 'utf8')
  return services + config.slice(config.indexOf('map $http_upgrade'))
}

/**
 * Runs Caddy or nginx with an example of ours: for Caddy the name of the file, for nginx its text. `addresses` are
 * those of the servers, by their names in the example. Returns a function that stops it.
 */
async function runProxy(
  name: string,
  port: number,
  addresses: ReadonlyMap<string, string>,
  examples: { caddy: string; nginx: string },
): Promise<() => Promise<void>> {
  if (name !== 'caddy' && name !== 'nginx') throw new Error(`E2E_PROXY must be caddy or nginx, not ${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-proxy-'))
  const proxy =
    name === 'caddy'
      ? runCaddy(folder, port, addresses, examples.caddy)
      : await runNginx(folder, port, addresses, examples.nginx)
  return async () => {
    const ended = once(proxy, 'exit')
    proxy.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

function runCaddy(folder: string, port: number, addresses: ReadonlyMap<string, string>, file: string): ChildProcess {
  // SERVER_1 for server-1, SERVER_STATS for stats.
  const servers = [...addresses].map(([name, address]) => [
    `SERVER_${name.replace('server-', '').toUpperCase()}`,
    address,
  ])
  const env = { ...process.env, ...Object.fromEntries(servers), SITE_ADDRESS: `http://localhost:${port}`, HOME: folder }
  const args = ['run', '--config', join(DEPLOY, file), '--adapter', 'caddyfile']
  return spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function runNginx(
  folder: string,
  port: number,
  addresses: ReadonlyMap<string, string>,
  example: string,
): Promise<ChildProcess> {
  let site = example
    // Only the site itself, without the redirect to it, on this port and without TLS.
    .replace(/^server \{\n    listen 80;[\s\S]*?^\}\n/m, '')
    .replace(/^ +(listen|ssl_\w+) .*\n/gm, '')
    .replace(/^server \{\n/m, `server {\n    listen 127.0.0.1:${port};\n    listen [::1]:${port};\n`)
    .replace('server_name quiz.example.org', 'server_name localhost')
  for (const [name, address] of addresses) site = site.replaceAll(`${name}:4000`, address)
  const config = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    config,
    `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`,
  )
  return spawn('nginx', ['-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  const asAdmin = async (sql: string) => {
    const admin = new Client({ connectionString: server })
    await admin.connect()
    await admin.query(sql)
    await admin.end()
  }
  await asAdmin(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { url, drop: () => asAdmin(`drop database ${name} with (force)`) }
}
