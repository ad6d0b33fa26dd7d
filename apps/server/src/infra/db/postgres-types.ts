import { TypeOverrides } from 'pg'

const INT8_OID = 20
const INT8_ARRAY_OID = 1016

/** How our connections read values: counts and times come as numbers, as the embedded database gives them. */
export const postgresTypes = new TypeOverrides()

postgresTypes.setTypeParser(INT8_OID, Number)
postgresTypes.setTypeParser(INT8_ARRAY_OID, parseInt8Array)

/** '{1,2,NULL}', of one dimension. */
function parseInt8Array(text: string): (number | null)[] {
  const items = text.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : Number(item)))
}
