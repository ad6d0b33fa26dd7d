import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { rememberJoin } from '../../platform/navigation.ts'
import { GAME_PATHS } from './game-routes.ts'

/** The address of the join form that can be read off a screen. A visitor gets there by signing in. */
export function ShortJoin() {
  useEffect(rememberJoin, [])
  return <Navigate to={GAME_PATHS.join} replace />
}
