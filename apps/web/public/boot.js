// Runs before the first paint: the page holds the landing ready for visitors, and a signed-in player must not see it
// flash by. The app takes the mark away once it draws.
try {
  if (localStorage.getItem('token')) document.documentElement.dataset.signedIn = ''
} catch {
  // Storage is blocked, so nobody is signed in.
}
