import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { socketPath } from '@quizmaster/contract/routes/route'
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1'
import { type IJob, Job } from 'kubernetes-models/batch/v1'
import { type IIngress, Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, type IConfigMap, type IService, type ISecret, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, SETTINGS } from '../../apps/server/src/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, 'deploy/kubernetes')).filter((file) => file !== 'kustomization.yaml')

/** Kubernetes' own schemas. */
const SCHEMAS = { Deployment, Job, Ingress, PodDisruptionBudget, ConfigMap, Secret, Service }

const documents = files.flatMap((file) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS() as { kind: string }),
)
const all = <T>(kind: keyof typeof SCHEMAS) => documents.filter((document) => document.kind === kind) as T[]
const [deployment] = all<IDeployment>('Deployment')
const [job] = all<IJob>('Job')
const pod = deployment?.spec?.template.spec
const server = pod?.containers[0]
const settings = { ...all<IConfigMap>('ConfigMap')[0]?.data, ...all<ISecret>('Secret')[0]?.stringData }

test.each(documents)('$kind $metadata.name follows the schema of Kubernetes', (document) => {
  const Schema = SCHEMAS[document.kind as keyof typeof SCHEMAS]
  expect(document).toMatchObject({ apiVersion: Schema.apiVersion, kind: Schema.kind })
  expect(() => new Schema(document as object).validate()).not.toThrow()
})

test('the schemas find a mistake', () => {
  const wrong = { ...deployment, spec: { ...deployment?.spec, replicas: 'two' } } as unknown as IDeployment
  expect(() => new Deployment(wrong).validate()).toThrow('replicas must be integer')
})

test('kustomization.yaml lists every manifest but the job, which is created for each upgrade', () => {
  const { resources, images } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
    resources: string[]
    images: { name: string; newTag: string }[]
  }
  expect(resources.toSorted()).toEqual(files.filter((file) => file !== 'migrate-job.yaml').toSorted())
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(images).toEqual([{ name: server?.image, newTag: version }])
  expect(job?.spec?.template.spec?.containers[0]?.image).toBe(`${server?.image}:${version}`)
})

test('every setting exists, secrets are in the secret only, and the servers start with them', () => {
  const names = [...Object.keys(settings), ...(server?.env ?? []).map(({ name }) => name)]
  expect(names.filter((name) => !SETTINGS.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(all<ISecret>('Secret')[0]?.stringData ?? {})).toEqual(['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL'])
  for (const { envFrom } of [server, job?.spec?.template.spec?.containers[0]].flatMap((container) => container ?? [])) {
    expect(envFrom).toEqual([{ configMapRef: { name: 'quizmaster' } }, { secretRef: { name: 'quizmaster' } }])
  }
  expect(server?.env).toEqual([{ name: 'NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }])
  const config = readConfig({ ...settings, NODE_NAME: 'quizmaster-7c9d5b6f4-x2x9k' })
  expect(config).toMatchObject({ isProduction: true, trustProxy: true, nodeName: 'quizmaster-7c9d5b6f4-x2x9k' })
})

test('ports are those that the server listens on, and services and ingress lead to them', () => {
  const image = read('Dockerfile')
  const ports = new Map(server?.ports?.map(({ name, containerPort }) => [name, containerPort]))
  expect(image).toContain(`PORT=${ports.get('http')} `)
  expect(ports.get('ops')).toBe(readConfig(settings).opsAddress?.port)
  expect(pod?.containers).toHaveLength(1)
  const services = all<IService>('Service')
  for (const { spec } of services) {
    expect(spec?.selector).toEqual(deployment?.spec?.template.metadata?.labels)
    expect(spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http'])
  }
  const host = new URL(readConfig(settings).publicUrl).host
  for (const { spec } of all<IIngress>('Ingress')) {
    expect(spec?.tls?.[0]?.hosts).toEqual([host])
    expect(spec?.rules?.map((rule) => rule.host)).toEqual([host])
    const paths = spec?.rules?.[0]?.http?.paths ?? []
    const backends = paths.map(({ path, backend }) => [path, backend.service?.name, backend.service?.port?.name])
    expect(backends).toEqual([
      ['/', 'quizmaster', 'http'],
      [`${socketPath('gameplay')}/longpoll`, 'quizmaster-longpoll', 'http'],
      [`${socketPath('stats')}/longpoll`, 'quizmaster-longpoll', 'http'],
    ])
    for (const [, name] of backends) expect(services.map(({ metadata }) => metadata?.name)).toContain(name)
  }
})

test('probes call what the server answers, and a server has enough time to drain', () => {
  const probes = { startup: server?.startupProbe, readiness: server?.readinessProbe, liveness: server?.livenessProbe }
  expect(Object.values(probes).map((probe) => probe?.httpGet)).toEqual([
    { path: '/readyz', port: 'http' },
    { path: '/readyz', port: 'http' },
    { path: '/healthz', port: 'http' },
  ])
  // The ping of the database gives up after 2 s.
  for (const probe of Object.values(probes)) expect(probe?.timeoutSeconds).toBeGreaterThan(2)
  const stopsWithinMs = /STOP_WITHIN_MS = ([\d_]+)/
    .exec(read('apps/server/src/stop-on-signal.ts'))?.[1]
    ?.replaceAll('_', '')
  const preStop = server?.lifecycle?.preStop
  const leaveSeconds = (preStop?.sleep?.seconds ?? 0) + Number(stopsWithinMs) / 1000
  // A server that is not ready or is being stopped still gets requests until this has become known.
  expect(preStop?.sleep?.seconds).toBeGreaterThan(server?.readinessProbe?.periodSeconds ?? Infinity)
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(leaveSeconds)
})

test("containers run as the image's user, on a read-only file system, without privileges", () => {
  const user = Number(/^USER (\d+):/m.exec(read('Dockerfile'))?.[1])
  for (const spec of [pod, job?.spec?.template.spec]) {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(spec?.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  }
  // The server writes only to the image's volume.
  expect(server?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/data'])
  expect(read('Dockerfile')).toContain('VOLUME /data')
})

test('at least one server keeps running, during upgrades and while nodes are drained', () => {
  const [budget] = all<IPodDisruptionBudget>('PodDisruptionBudget')
  expect(budget?.spec).toEqual({ maxUnavailable: 1, selector: deployment?.spec?.selector })
  expect(deployment?.spec?.replicas).toBeGreaterThan(1)
  expect(deployment?.spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
})
