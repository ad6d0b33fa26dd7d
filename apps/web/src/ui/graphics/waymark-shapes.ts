/** The four brand shapes in their fixed order, used as markers, avatars, bullets and confetti. */
export const WAYMARKS = ['peak', 'sun', 'drop', 'moon'] as const

/** One of the four shapes, named after the painted marks that hikers follow. */
export type WaymarkShape = (typeof WAYMARKS)[number]

/** The outline of each waymark as SVG path data on a 24 by 24 view box; also used by the artwork build. */
export const WAYMARK_PATHS: Record<WaymarkShape, string> = {
  peak: 'M12 3.2 22 20.2a1 1 0 0 1-.9 1.5H2.9a1 1 0 0 1-.9-1.5z',
  sun: 'M12 2.6a9.4 9.4 0 1 0 0 18.8 9.4 9.4 0 0 0 0-18.8z',
  drop: 'M12 1.6c3.6 4.3 7.4 8.5 7.4 13.1A7.4 7.4 0 0 1 12 22.2a7.4 7.4 0 0 1-7.4-7.5C4.6 10.1 8.4 5.9 12 1.6z',
  moon: 'M14.6 1.9a10.2 10.2 0 1 0 7.5 14.9A8.7 8.7 0 0 1 14.6 1.9z',
}

/** The waymark for an index. They repeat after four. */
export function waymarkAt(index: number): WaymarkShape {
  return WAYMARKS[Math.abs(Math.trunc(index)) % WAYMARKS.length] ?? 'peak'
}
