import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RETURN_PATHS } from '../features/plans/checkout.ts'
import {
  endSandboxCheckout,
  endSandboxSubscription,
  findSandboxCheckout,
  findSandboxSubscription,
  type SandboxCheckout,
  type SandboxDeps,
} from '../features/plans/sandbox.ts'
import { checkoutPage, missingPage, portalPage } from './sandbox-pages.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The pages of the sandbox checkout (contract 9). Only where no provider is set up, and never in production. */
export async function sandboxRoutes(server: FastifyInstance, deps: SandboxDeps): Promise<void> {
  await server.register(
    async (scope) => {
      // Buttons send an empty form, for which the JSON calls have no parser.
      scope.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)
      scope.get('/checkout/:id', async (request, reply) => {
        const id = idOf(request)
        const checkout = id && (await findSandboxCheckout(deps, id))
        return id && checkout ? sendPage(reply, checkoutPage(id, checkout)) : sendMissing(reply)
      })
      scope.post('/checkout/:id/pay', (request, reply) => leaveTill(deps, request, reply, 'paid'))
      scope.post('/checkout/:id/cancel', (request, reply) => leaveTill(deps, request, reply, 'cancelled'))
      scope.get('/portal/:id', async (request, reply) => {
        const id = idOf(request)
        const subscription = id && (await findSandboxSubscription(deps, id))
        return id && subscription ? sendPage(reply, portalPage(id, subscription)) : sendMissing(reply)
      })
      scope.post('/portal/:id/end', async (request, reply) => {
        const id = idOf(request)
        const isKnown = id !== null && (await endSandboxSubscription(deps, id))
        return isKnown ? reply.redirect(RETURN_PATHS.portal, 303) : sendMissing(reply)
      })
      scope.post('/portal/:id/back', (_request, reply) => reply.redirect(RETURN_PATHS.portal, 303))
    },
    { prefix: '/sandbox' },
  )
}

async function leaveTill(
  deps: SandboxDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  end: 'paid' | 'cancelled',
): Promise<FastifyReply> {
  const id = idOf(request)
  const checkout = id && (await endSandboxCheckout(deps, id, end))
  return checkout ? reply.redirect(pathAfter(checkout), 303) : sendMissing(reply)
}

/** What has ended stays so: paying after a cancel is an interrupted payment, cancelling after paying a paid one. */
function pathAfter({ status }: SandboxCheckout): string {
  return status === 'paid' ? RETURN_PATHS.success : RETURN_PATHS.interrupt
}

function idOf(request: FastifyRequest): string | null {
  const { id } = request.params as { id: string }
  return UUID.test(id) ? id : null
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), missingPage())
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}
