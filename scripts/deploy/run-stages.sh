#!/usr/bin/env bash
# Runs the Dockerfile's stages without a container engine: its RUN commands in a bare Debian made by mmdebstrap, then
# the result as another user on a read-only file system. Needs root, mmdebstrap and the folder of an unpacked Node 24
# with npm. Usage: scripts/deploy/run-stages.sh NODE_FOLDER WORK_FOLDER, then try http://localhost:4000.
set -euo pipefail
node_folder=$1
work=$2
project=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$work/build" "$work/final"

# `FROM`: Debian's smallest set of packages, without what the slim images leave out. As in those, /bin is /usr/bin from
# the start, so that the package usrmerge with all of Perl is not needed.
slim=(--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=usr-is-merged)
for folder in doc man info locale lintian linda groff; do slim+=("--dpkgopt=path-exclude=/usr/share/$folder/*"); done
[ -f "$work/debian.tar" ] || mmdebstrap --variant=minbase "${slim[@]}" bookworm "$work/debian.tar"
tar -xf "$work/debian.tar" -C "$work/build"
tar -xf "$work/debian.tar" -C "$work/final"

# The build stage. git archive replaces COPY and .dockerignore.
cp -a "$node_folder/." "$work/build/usr/local/"
mkdir -p "$work/build/src"
git -C "$project" archive HEAD | tar -x -C "$work/build/src"
cp /etc/resolv.conf "$work/build/etc/"
# Some networks intercept TLS with a certificate of their own, which npm needs to know.
certificates=${NODE_EXTRA_CA_CERTS:-/dev/null}
install -D "$certificates" "$work/build/tmp/certificates.pem"
commit=$(git -C "$project" rev-parse HEAD)
mapfile -t steps < <(sed -n '/AS build/,/^FROM debian/s/^RUN //p' "$project/Dockerfile")
for step in "${steps[@]}"; do
  echo "+ $step"
  unshare --mount --propagation private bash -c "
    mount --bind /proc '$work/build/proc' && mount --bind /dev '$work/build/dev' &&
    COMMIT=$commit NODE_EXTRA_CA_CERTS=/tmp/certificates.pem chroot '$work/build' /bin/sh -c 'cd /src && $step'"
done

# The final stage.
chroot "$work/final" /bin/sh -c "$(sed -n '/^FROM debian/,$s/^RUN //p' "$project/Dockerfile")"
cp "$work/build/usr/local/bin/node" "$work/final/usr/local/bin/"
cp -a "$work/build/app" "$work/final/"
du -sm "$work/final" | sed 's/\t.*/ MB in the image/'

# `docker run --read-only` with a volume at /data.
mkdir -p "$work/volume" && chown 10001:10001 "$work/volume"
exec unshare --mount --pid --fork --propagation private bash -c "
  mount --bind '$work/final' '$work/final' && mount -o remount,bind,ro '$work/final' &&
  mount --bind '$work/volume' '$work/final/data' && mount -t proc proc '$work/final/proc' &&
  mount --bind /dev '$work/final/dev' &&
  exec env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin HOST=0.0.0.0 PORT=4000 DATA_DIR=/data \
    chroot --userspec=10001:10001 '$work/final' /bin/sh -c 'cd /app && exec node dist/server.mjs'"
