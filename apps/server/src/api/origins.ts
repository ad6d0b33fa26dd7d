/** Where the native wrapper's pages come from (contract 2). */
const WRAPPER_ORIGINS = ['capacitor://localhost', 'https://localhost']

/** Origins other than the request's own that may call us: the public one and the wrapper's (contract 2 and 7). */
export function allowedOrigins(publicUrl: string): string[] {
  return [publicUrl, ...WRAPPER_ORIGINS]
}
