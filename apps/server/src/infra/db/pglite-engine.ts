import { PGlite } from '@electric-sql/pglite'

/** Type number of int8: counts and times fit a number, and the PostgreSQL driver is told the same. */
const INT8_OID = 20

// PostgreSQL's own default of 128 MB is memory that this process never gives back; the system caches the files anyway.
const SHARED_BUFFERS = '32MB'

/**
 * Opens PGlite on a folder (initialised by it if new) or, with `dataDir` null, in memory, from a gzipped tar if given.
 * Takes most of a second and blocks: only for a worker or a child process.
 */
export async function openPglite(dataDir: string | null, tarball: Uint8Array | null): Promise<PGlite> {
  return PGlite.create({
    ...(dataDir === null ? {} : { dataDir }),
    ...(tarball === null ? {} : { loadDataDir: new Blob([new Uint8Array(tarball)]) }),
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    parsers: { [INT8_OID]: Number },
  })
}
