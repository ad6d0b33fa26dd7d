import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const WEB = join(ROOT, 'apps/web')
const SHOWN = 'apps/web/dist'

/** A folder that a server can run from, whose web app can be replaced by a newer version as a deploy does. */
export class Releases {
  private constructor(readonly root: string) {}

  /** Starts with the build of the repository. Building the newer version takes some seconds. */
  static async create(): Promise<Releases> {
    const root = await mkdtemp(join(tmpdir(), 'quizmaster-e2e-releases-'))
    for (const name of ['package.json', 'node_modules', 'content']) await symlink(join(ROOT, name), join(root, name))
    await mkdir(join(root, 'apps/web'), { recursive: true })
    await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
    await cp(join(ROOT, SHOWN), join(root, SHOWN), { recursive: true })
    const config = join(import.meta.dirname, 'next-version.vite.config.ts')
    const outDir = relative(WEB, join(root, 'newer'))
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    await promisify(execFile)(
      process.execPath,
      [vite, 'build', '--config', config, '--outDir', outDir, '--emptyOutDir'],
      {
        cwd: WEB,
      },
    )
    return new Releases(root)
  }

  /** Replaces the web app by the newer version; files of the older one are gone. */
  async deployNewer(): Promise<void> {
    await this.#show(join(this.root, 'newer'))
  }

  /** Goes back to the older version. */
  async deployOlder(): Promise<void> {
    await this.#show(join(ROOT, SHOWN))
  }

  async dispose(): Promise<void> {
    await rm(this.root, { recursive: true, force: true })
  }

  async #show(folder: string): Promise<void> {
    await rm(join(this.root, SHOWN), { recursive: true, force: true })
    await cp(folder, join(this.root, SHOWN), { recursive: true })
  }
}
