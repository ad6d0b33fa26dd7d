import { type IconProps, Line } from './line-icon.tsx'

export const HomeIcon = (props: IconProps) => (
  <Line {...props} d="M4 11.2 12 4l8 7.2V19a1.5 1.5 0 0 1-1.5 1.5H15V15H9v5.5H5.5A1.5 1.5 0 0 1 4 19z" />
)
export const UserIcon = (props: IconProps) => (
  <Line {...props} d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
)
export const FlagIcon = (props: IconProps) => <Line {...props} d="M6 21V4M6 4.5c4-2 8 2 12 0v9c-4 2-8-2-12 0" />
export const SettingsIcon = (props: IconProps) => (
  <Line
    {...props}
    d="M4 7h8M18 7h2M4 17h2M12 17h8M15 4.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM9 14.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z"
  />
)
export const BackIcon = (props: IconProps) => <Line {...props} d="M14.5 5.5 8 12l6.5 6.5" />
export const ForwardIcon = (props: IconProps) => <Line {...props} d="M9.5 5.5 16 12l-6.5 6.5" />
export const ShareIcon = (props: IconProps) => (
  <Line {...props} d="M12 15V4M7.5 8 12 3.5 16.5 8M7 11.5H5.5V20.5h13v-9H17" />
)
export const ArrowRightIcon = (props: IconProps) => <Line {...props} d="M5 12h14M13 6l6 6-6 6" />
export const ArrowUpIcon = (props: IconProps) => <Line {...props} d="M12 19V5M5.5 11.5 12 5l6.5 6.5" />
export const ArrowDownIcon = (props: IconProps) => <Line {...props} d="M12 5v14M5.5 12.5 12 19l6.5-6.5" />
export const ReturnIcon = (props: IconProps) => <Line {...props} d="M4.5 5.5v5h5M5 10.3A7.8 7.8 0 1 1 4.3 14.5" />
export const SearchIcon = (props: IconProps) => (
  <Line {...props} d="M10.8 4.8a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.4 15.4 20 20" />
)
export const AlertIcon = (props: IconProps) => (
  <Line {...props} d="M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6zM12 7.4v5.4M12 16.2v.1" />
)
export const TimerIcon = (props: IconProps) => (
  <Line {...props} d="M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM12 9.5v4l2.5 1.5M9.5 3h5" />
)
export const ClockIcon = (props: IconProps) => (
  <Line {...props} d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.2V12l3.2 2" />
)
export const OfflineIcon = (props: IconProps) => (
  <Line {...props} d="M7 18.5a4.2 4.2 0 0 1-.4-8.4 5.6 5.6 0 0 1 10.8 1 3.8 3.8 0 0 1 0 7.4M4 4l16 16" />
)
export const PasteIcon = (props: IconProps) => (
  <Line
    {...props}
    d="M8 5h8a2.5 2.5 0 0 1 2.5 2.5V18a2.5 2.5 0 0 1-2.5 2.5H8A2.5 2.5 0 0 1 5.5 18V7.5A2.5 2.5 0 0 1 8 5zM9 5V3.5h6V5M9 11h6M9 15h4"
  />
)
export const CrownIcon = (props: IconProps) => <Line {...props} d="M4 19.5V8.5l5 4L12 5.5l3 7 5-4v11zM7.5 16.2h9" />
export const LockIcon = (props: IconProps) => (
  <Line
    {...props}
    d="M7.5 10.500h9a2.5 2.5 0 0 1 2.5 2.500v5a2.5 2.5 0 0 1-2.5 2.500h-9A2.5 2.5 0 0 1 5 18v-5a2.5 2.5 0 0 1 2.5-2.500zM8 10.500V7.500a4 4 0 0 1 8 0v3"
  />
)
