import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Service } from '@quizmaster/contract/routes/route'

/** Serves `/services/{service}/openapi.json`, generated from the schemas that check the requests. */
export async function describeService(server: FastifyInstance, service: Service, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Quizmaster: ${service} service`, version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger())
}

/** Serves `/docs`, a page for the API descriptions. Its scripts are files, because the CSP forbids inline scripts. */
export async function serveDocs(server: FastifyInstance, services: readonly Service[]): Promise<void> {
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await server.register(fastifyStatic, {
    root: files,
    prefix: '/docs/files/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  })
  server.get('/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  server.get('/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(startScript(services)))
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quizmaster: calls</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<main id="docs"></main>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

function startScript(services: readonly Service[]): string {
  return `const services = ${JSON.stringify(services)}
const asked = new URLSearchParams(location.search).get('service')
const service = services.includes(asked) ? asked : services[0]
const links = document.createElement('nav')
for (const name of services) {
  const link = Object.assign(document.createElement('a'), { href: '?service=' + name, textContent: name + ' ' })
  links.append(link)
}
document.body.prepend(links)
SwaggerUIBundle({ dom_id: '#docs', url: '/services/' + service + '/openapi.json' })
`
}
