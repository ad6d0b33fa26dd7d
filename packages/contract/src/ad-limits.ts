/** How long an ad may be, in characters; checked by the admin form and by the server. Needs no schema library. */
export const AD_LIMITS = {
  image: 100,
  link: 300,
  title: 100,
  subtitle: 120,
  texts: 4,
  text: 160,
  /** At their full length, in the longest script, so many still fit into the 64 KiB of a body (contract 2). */
  ads: 20,
} as const
