import { useState } from 'react'
import { Link } from '../../ui/controls/link.tsx'
import { WAYMARK_PATHS, waymarkAt } from '../../ui/graphics/waymark-shapes.ts'

const LIT = ['#fff', '#f5b83d', '#3cc4c6', '#f08bd8'] as const
const MARKS = [
  [224, 87],
  [258, 75],
  [233, 54],
  [262, 36],
  [246, 15],
] as const

/** A link to the Daily Ten, with today's date. */
export function DailyTile({ className }: { className: string }) {
  const [today] = useState(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(new Date()))
  return (
    <Link to="/app/daily" className={className}>
      <svg viewBox="279 0 1 100" preserveAspectRatio="xMaxYMid" overflow="visible" aria-hidden="true">
        <rect width="280" height="100" fill="#1b388c" />
        <path d="M96 100l64-34 70 34z" fill="#234ab4" />
        <path d="M150 100 246 10 340 100z" fill="#2b55c9" />
        <path d="M246 10 340 100 268 100z" fill="#2349b0" />
        <path
          d="M224 88C246 94 260 86 258 75S232 64 233 53 264 46 262 36 250 24 246 16"
          fill="none"
          stroke="#ffe3c2"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeDasharray="0 7.4"
        />
        {MARKS.map(([x, y], index) => (
          <path
            key={y}
            transform={`translate(${x - 8} ${y - 8}) scale(.66)`}
            d={WAYMARK_PATHS[waymarkAt(index)]}
            fill={LIT[index % 4]}
            stroke="#06211f"
            strokeWidth="2.4"
          />
        ))}
      </svg>
      <b>Daily Ten</b>
      <small>{today}</small>
    </Link>
  )
}
