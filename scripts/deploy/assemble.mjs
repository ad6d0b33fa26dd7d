// `node scripts/deploy/assemble.mjs FOLDER`: copies what the server runs, the operator's pages and deploy/, and nothing
// else, from a built checkout into a new folder. The Dockerfile's first stage ends with it; FOLDER can also be copied to
// a machine that has Node.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** Not possible as asked; the message is one sentence. */
class AssembleError extends Error {}

async function copyMatching(folder, pattern, target) {
  const entries = await readdir(join(root, folder), { recursive: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((entry) => pattern.test(entry))
  if (files.length === 0) {
    throw new AssembleError(`${folder} has none of the files that the server needs: run npm run build.`)
  }
  for (const file of files) await copy(join(folder, file), target)
}

/** Files of an older version could stay behind in an existing folder, and a running server would read new ones. */
async function createFolder(target) {
  await mkdir(target).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new AssembleError(
      `${target} exists already: name a new folder, and swap the two (docs/operations.md, section 3).`,
    )
  })
}

async function fill(target) {
  await copyMatching('dist', /^(\w[\w-]*\.mjs|commit|migrations\/.*\.sql)$/, target)
  await copyMatching('content', /^[\w-]+\.yaml$/, target)
  await copyMatching('apps/web', /^dist\/.*[^/]\.\w+$/, target)
  for (const [name, pattern] of Object.entries(PACKAGES)) {
    await copyMatching(join('node_modules', name), pattern, target)
  }
  const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ name, version, license, private: true })}\n`)
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'deploy']) await copy(path, target)
  await copyMatching('docs', /^[\w-]+\.md$/, target)
}

async function assemble(target) {
  await createFolder(target)
  try {
    await fill(target)
  } catch (error) {
    await rm(target, { recursive: true })
    throw error
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: node scripts/deploy/assemble.mjs FOLDER')
  process.exit(2)
}
try {
  await assemble(resolve(folder))
} catch (error) {
  if (!(error instanceof AssembleError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
