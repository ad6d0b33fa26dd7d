// `node scripts/deploy/assemble.mjs FOLDER`: copies what the server runs, and nothing else, from a built checkout into
// a new folder. The Dockerfile's first stage ends with it; FOLDER can also be copied to a machine that has Node.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { root } from '../lib/run.mjs'

/** The files of packages that are not bundled, because they load files from their own folder. */
const PACKAGES = {
  '@electric-sql/pglite':
    /^(LICENSE|package\.json|dist\/(index\.js|fs\/\w+\.js|chunk-\w+\.js|pglite\.(js|wasm|data)|initdb\.(js|wasm)))$/,
  'swagger-ui-dist': /^(LICENSE|NOTICE|package\.json|swagger-ui-bundle\.js|swagger-ui\.css)$/,
}

async function copy(path, target) {
  await mkdir(dirname(join(target, path)), { recursive: true })
  await cp(join(root, path), join(target, path), { recursive: true })
}

async function copyMatching(folder, pattern, target) {
  const entries = await readdir(join(root, folder), { recursive: true })
  const files = entries.filter((entry) => pattern.test(entry))
  if (files.length === 0) throw new Error(`${folder} has none of the files that the server needs: run npm run build`)
  for (const file of files) await copy(join(folder, file), target)
}

async function assemble(target) {
  await mkdir(target)
  await copyMatching('dist', /^(\w[\w-]*\.mjs|commit|migrations\/.*\.sql)$/, target)
  await copyMatching('content', /^[\w-]+\.yaml$/, target)
  await copyMatching('apps/web', /^dist\/.*[^/]\.\w+$/, target)
  for (const [name, pattern] of Object.entries(PACKAGES)) {
    await copyMatching(join('node_modules', name), pattern, target)
  }
  const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ name, version, license, private: true })}\n`)
  await copy('LICENSE', target)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node scripts/deploy/assemble.mjs FOLDER')
  process.exit(2)
}
await assemble(resolve(folder))
