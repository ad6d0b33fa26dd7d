import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSbom } from './sbom.ts'

test('the SBOM has what server and web app ship, and no development tools', async () => {
  const { bomFormat, components } = await createSbom(join(import.meta.dirname, '../..'))
  expect(bomFormat).toBe('CycloneDX')
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'kysely', 'pg', 'ws', 'zod', 'react', 'react-dom', '@electric-sql/pglite']),
  )
  expect(
    names.filter((name) => /^(vitest|esbuild|typescript|kubernetes-models|@playwright\/test)$/.test(name)),
  ).toEqual([])
})
