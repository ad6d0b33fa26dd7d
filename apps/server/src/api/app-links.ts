import { NATIVE_APP } from '@quizmaster/contract/native-app'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { NativeApps } from '../config.ts'
import { Refusal } from '../refusal.ts'

/**
 * Serves `/.well-known/assetlinks.json` and `/.well-known/apple-app-site-association`, by which Android and iOS verify
 * that links to this site may open in our apps. Each is a 404 unless its setting is set.
 */
export function appLinkRoutes(server: FastifyInstance, { androidCertificates, appleTeamId }: NativeApps): void {
  server.get('/.well-known/assetlinks.json', async (_, reply) => {
    if (androidCertificates.length === 0) throw new Refusal('not_found')
    return send(reply, [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: NATIVE_APP.id,
          sha256_cert_fingerprints: androidCertificates,
        },
      },
    ])
  })
  server.get('/.well-known/apple-app-site-association', async (_, reply) => {
    if (appleTeamId === null) throw new Refusal('not_found')
    const components = NATIVE_APP.linkPaths.map((path) => ({ '/': path }))
    return send(reply, { applinks: { details: [{ appIDs: [`${appleTeamId}.${NATIVE_APP.id}`], components }] } })
  })
}

/** Sets the content type explicitly: the path of Apple's file has no extension to tell it by. */
function send(reply: FastifyReply, file: object): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').type('application/json; charset=utf-8').send(file)
}
