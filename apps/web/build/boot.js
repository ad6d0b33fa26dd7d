// Runs before the first paint of a page with a drawn screen. It hides a screen that the app will not show to this user,
// such as the landing to a signed-in player (the app removes the mark once it draws), and makes the screen's first calls,
// so that they are answered by the time the code has arrived (platform/early-calls.ts).
;(() => {
  const calls = (globalThis.earlyCalls = [])
  const path = location.pathname
  const isPlayersOnly = path.startsWith('/app')
  const isPractice = path === '/app/practice/play'
  try {
    const token = localStorage.getItem('token')
    const topics = isPractice ? JSON.parse(localStorage.getItem('practiceStateStore'))?.state.topics : null
    if (isPlayersOnly !== Boolean(token) || topics === undefined) {
      document.documentElement.dataset.otherScreen = ''
      return
    }
    if (isPlayersOnly) call('/services/user/api/auth/current_user', token)
    if (path === '/def/infinite-game' || (isPractice && !localStorage.getItem('randomQuestionsList'))) {
      call('/services/gameplay/api/question/random_list', token, JSON.stringify({ topics }))
    }
  } catch {
    // Storage is blocked or holds something else; the app handles that.
  }

  function call(url, token, body) {
    const headers = {}
    if (token) headers.authorization = `Bearer ${token}`
    if (body) headers['content-type'] = 'application/json'
    const controller = new AbortController()
    const response = fetch(url, { method: 'POST', headers, body, signal: controller.signal })
    // If the call is never used, its failure is ignored.
    response.catch(() => undefined)
    calls.push({ url, token, body, response, controller, startedAtMs: performance.now() })
  }
})()
