// The app's screens for measuring: where each one is, and accounts and games in the state that it needs.

/** A player who has chosen all topics. */
export const ALL_TOPICS = JSON.stringify({ state: { topics: null }, version: 0 })
const QUESTIONS = 5

/**
 * Every screen by its route in e2e/support/routes.ts: the path, what localStorage holds, and whether the network is
 * gone. Prepares the state of each just before it is asked for.
 */
export async function* allScreens({ call, signIn }) {
  const post = async (path, token, body = {}) => (await call('POST', path, { token, body })).data
  const game = (path, token, body) => post(`gameplay/api/game${path}`, token, body)
  const newPlayer = async (name) => {
    const token = await signIn(`${name}@example.com`)
    // Otherwise a sheet in the lobby asks for it.
    await post('user/api/game_name', token, { name: `Player ${name}` })
    return { token, practiceStateStore: ALL_TOPICS }
  }
  const own = (route, stored = {}) => ({ route, path: route, stored })

  yield own('/base/home')
  yield own('/base/login/request-code')
  yield own('/base/login/verify-code', { email: 'visitor@example.com' })
  yield { route: '/base/pages', path: '/base/pages/privacy-policy', stored: {} }
  yield own('/def/infinite-game')
  yield own('/stage')
  yield own('/join')

  const player = await newPlayer('player')
  for (const route of [
    '/app/dashboard',
    '/app/dashboard/profile',
    '/app/dashboard/leaderboard',
    '/app/dashboard/stats',
    '/app/dashboard/premium',
    '/app/dashboard/premium/success',
    '/app/dashboard/premium/interrupt',
    '/app/practice/settings',
    '/app/practice/play',
    '/app/private-game',
    '/app/private-game/join',
  ])
    yield own(route, player)
  yield { route: '/app/dashboard, offline', path: '/app/dashboard/stats', stored: player, isOffline: true }
  yield own('/app/admin', { token: await signIn(ADMIN) })

  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(new Date())
  const onDate = (route, stored) => ({ route, path: route.replace(':date', date), stored })
  yield own('/def/daily')
  yield onDate('/def/daily/:date/play', {})
  yield own('/app/daily', player)
  yield onDate('/app/daily/:date/play', player)
  const finisher = await newPlayer('finisher')
  for (let question = 0; question < 10; question += 1) {
    const run = { time_zone, date, has_clock: false }
    const { question: open } = await post('gameplay/api/daily/open', finisher.token, run)
    const answer = { time_zone, date, index: open.index, answer: open.answers[0].id }
    await post('gameplay/api/daily/answer', finisher.token, answer)
  }
  yield onDate('/app/daily/:date/answers', finisher)
  yield own('/app/daily/archive', finisher)
  yield own('/app/daily/weeks', finisher)

  const newcomer = { token: await signIn('newcomer@example.com') }
  await game('', newcomer.token, { type: 'fun', is_forced: true })
  yield { route: '/app/private-game/lobby, first game', path: '/app/private-game/lobby', stored: newcomer }

  const [host, guest] = [await newPlayer('host'), await newPlayer('guest')]
  const { id } = await game('', host.token, { type: 'fun', is_forced: true })
  await game(`/${id}/join`, guest.token)
  yield own('/app/private-game/lobby', host)
  yield own('/app/private-game/settings', host)
  yield { route: '/app/private-game/stage/:letters', path: '/app/private-game/stage/BCDF', stored: host }

  const topics = (await call('GET', 'gameplay/api/topic/random_list?count=3')).data.map((topic) => topic.id)
  await game('/update', host.token, { settings: { topics, question_count: QUESTIONS, has_clock: false } })
  await game('/update', host.token, { status: 'starting' })
  const until = async (isReached) => {
    for (;;) {
      const now = await game(`/${id}/join`, host.token)
      if (isReached(now)) return now
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await until(({ status }) => status === 'running')
  yield own('/app/private-game/play', host)
  const [watcher, latecomer] = [await newPlayer('watcher'), await newPlayer('latecomer')]
  await game('/watch', watcher.token, { id })
  yield own('/app/private-game/watch', watcher)
  yield { route: '/app/private-game/join/:gameId', path: `/app/private-game/join/${id}`, stored: latecomer }

  for (let index = 0; index < QUESTIONS; index += 1) {
    const { questions } = await until(({ state }) => state.current_question_index === index)
    const answer = { answer: questions[index].answers[0].id, time_spent: 500, question_index: index }
    for (const { token } of [host, guest]) await game('/commit_answer', token, answer)
  }
  await until(({ status }) => status === 'finished')
  yield own('/app/private-game/results', host)
  yield own('/app/private-game/answers', host)
}

/** The address of the only admin; set `ADMIN_EMAILS` to it. */
export const ADMIN = 'admin@example.com'
