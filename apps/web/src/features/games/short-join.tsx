import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { rememberJoin } from '../../platform/navigation.ts'
import { GAME_PATHS } from './game-routes.ts'

/** The short address of the join form, to be typed from a screen. Visitors get to the form by signing in. */
export function ShortJoin() {
  useEffect(rememberJoin, [])
  return <Navigate to={GAME_PATHS.join} replace />
}
