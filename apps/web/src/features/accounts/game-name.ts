import type { User } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import { call, dataOf } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'

const GAME_NAME_KEY = ['game_name'] as const

interface GameName {
  /** What other players see. */
  name_shown: string
  /** Whether the player has been asked for it. */
  is_asked: boolean
}

/** The user's name in games; `undefined` until it is known. Once they have been asked, it is not fetched again. */
export function useGameName(): { gameName: GameName | undefined; isLoading: boolean } {
  const { data, isPending, failureCount } = useQuery({
    queryKey: GAME_NAME_KEY,
    queryFn: async ({ signal }) => dataOf(await call(userApi.getGameName, undefined, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return { gameName: data, isLoading: isPending && failureCount === 0 }
}

/** Records in the cache that the player has been asked. */
export function noteAsked(): void {
  queryClient.setQueryData<GameName>(GAME_NAME_KEY, (name) => name && { ...name, is_asked: true })
}

/** Saves the answer of the name sheet; null keeps the shown name. The account remembers that it was asked. */
export async function chooseGameName(name: string | null): Promise<User> {
  return dataOf(await call(userApi.chooseGameName, { name }))
}
