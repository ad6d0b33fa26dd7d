import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { storage } from '../../../platform/storage.ts'

/** Joining by link: the game is in development, so the invitation is taken off and the chooser says so. */
export function JoinGame() {
  useEffect(() => storage.remove('joinGameId'), [])
  return <Navigate to="/app/private-game" replace />
}
