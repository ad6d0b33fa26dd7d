import { type IconProps, Line } from './line-icon.tsx'

// Icons that every page loads: those of the landing and of toasts. The others are in icons.tsx, which the landing does
// not load.

export const TickIcon = (props: IconProps) => <Line {...props} d="M5 12.5 10 17.5 19.5 7" />
export const CrossIcon = (props: IconProps) => <Line {...props} d="M6.5 6.5l11 11M17.5 6.5l-11 11" />
export const WarningIcon = (props: IconProps) => <Line {...props} d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1" />
export const InfoIcon = (props: IconProps) => (
  <Line {...props} d="M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6zM12 11v5.2M12 7.8v.1" />
)
export const StairsIcon = (props: IconProps) => <Line {...props} d="M4 19h4v-4h4v-4h4V7h4" />
export const PeopleIcon = (props: IconProps) => (
  <Line
    {...props}
    d="M9 5.1a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8zM3 19.5c.6-3.4 3-5 6-5s5.4 1.6 6 5M15.5 5.5a3.3 3.3 0 0 1 0 6M17.5 14.8c1.9.6 3.1 2.2 3.5 4.7"
  />
)
export const PodiumIcon = (props: IconProps) => <Line {...props} d="M9 20V9h6v11M3.5 20v-6.5H9M15 12h5.5v8M3 20h18" />
