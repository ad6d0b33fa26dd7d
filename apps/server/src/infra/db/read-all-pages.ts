/** Rows per query, so that other queries run in between. */
export const PAGE = 1_000

/** Reads pages of up to `PAGE` rows, each starting after the last row of the previous one, until one isn't full. */
export async function readAllPages<Row>(page: (last: Row | null) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const rows = await page(all.at(-1) ?? null)
    all.push(...rows)
    if (rows.length < PAGE) return all
  }
}
