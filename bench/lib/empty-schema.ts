/** Takes a database back to before its first migration. */
export async function emptySchema(execute: (statement: string) => Promise<unknown>): Promise<void> {
  await execute('drop schema public cascade')
  await execute('create schema public')
}
