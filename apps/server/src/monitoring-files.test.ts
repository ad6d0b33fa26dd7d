import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildApp, type TestApp } from './testing/build-app.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } }[] }[]
}

interface Dashboard {
  panels: { id: number; title: string; type: string; targets?: { expr: string }[] }[]
}

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const rules = (parse(read('deploy/monitoring/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as Dashboard
const operations = read('docs/operations.md')

/** What a query may consist of besides metrics and the labels in parentheses after `by`. */
const WORDS = [
  'and',
  'sum',
  'max',
  'min',
  'count',
  'rate',
  'increase',
  'changes',
  'time',
  'histogram_quantile',
  'min_over_time',
]

/** The metrics that a query is about. */
function metricsIn(query: string): string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '')
  return (bare.match(/[a-z]\w*/gi) ?? []).filter((word) => !WORDS.includes(word))
}

describe('the monitoring files', () => {
  let app: TestApp
  /** All metrics, by the names under which Prometheus stores them. */
  let names: Set<string>

  beforeAll(async () => {
    app = await buildApp()
    const types = [...(await app.metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    names = new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
      ),
    )
  })
  afterAll(() => app.close())

  /** `up` is Prometheus' own. */
  const unknownIn = (query: string) => metricsIn(query).filter((name) => name !== 'up' && !names.has(name))

  test('a metric with a wrong name is found in a query', () => {
    const query = 'sum by (kind) (rate(quizmaster_answers_count{kind="game"}[5m])) / quizmaster_games'
    expect(metricsIn(query)).toEqual(['quizmaster_answers_count', 'quizmaster_games'])
    expect(unknownIn(query)).toEqual(['quizmaster_answers_count'])
  })

  test.each(rules)('$alert asks for metrics that the server has, and operations.md says what to do', (rule) => {
    expect(metricsIn(rule.expr)).not.toEqual([])
    expect(unknownIn(rule.expr)).toEqual([])
    expect(operations).toContain(`\n#### ${rule.alert}\n`)
    expect(rule.annotations.runbook).toBe(`docs/operations.md#${rule.alert.toLowerCase()}`)
    expect(['page', 'warn']).toContain(rule.labels.severity)
    expect(read('deploy/monitoring/alerts.test.yaml')).toContain(`alertname="${rule.alert}"`)
  })

  test('operations.md describes no other alerts', () => {
    const described = [...operations.matchAll(/^#### (Quizmaster\w+)$/gm)].map(([, name]) => name)
    expect(described).toEqual(rules.map(({ alert }) => alert))
  })

  test('every panel of the dashboard asks for metrics that the server has', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row')
    expect(panels.length).toBeGreaterThan(20)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, targets = [] } of panels) {
      expect(targets, title).not.toEqual([])
      for (const { expr } of targets) expect(unknownIn(expr), `${title}: ${expr}`).toEqual([])
    }
  })

  test('operations.md lists every metric of ours, and no other', async () => {
    const table = operations.slice(operations.indexOf('### Metrics'), operations.indexOf('### Alerts'))
    const listed = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => `quizmaster_${name}`),
    )
    const ours = [...(await app.metrics()).matchAll(/^# TYPE (quizmaster_\S+) /gm)].map(([, name = '']) => name)
    expect(listed.toSorted()).toEqual(ours.toSorted())
  })
})
