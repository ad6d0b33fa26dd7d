// Runs before the first paint of a page with a prerendered screen. If the app will not show that screen to this user,
// such as the landing to a signed-in player, this hides it with a mark that the app removes when it renders. Otherwise
// it makes the screen's first calls while the app's code is still loading (platform/early-calls.ts).
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
    // The call may never be used; its failure must not count as unhandled then.
    response.catch(() => undefined)
    calls.push({ url, token, body, response, controller, startedAtMs: performance.now() })
  }
})()
