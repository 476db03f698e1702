#!/usr/bin/env bash
# Does what the Dockerfile says where no builder of images is: each stage in a root of its own, which has the system of this machine in
# place of the base image, and of this checkout what is built. Then runs the entry point as the image would: its user, a root that cannot
# be written, /work. Needs root, for mounts that end with it: sudo reports/ci/image/replay.sh run configuration --reference
set -euo pipefail
if [ "${REPLAY_APART:-}" != yes ]; then REPLAY_APART=yes exec unshare --mount --propagation private bash "$0" "$@"; fi

here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../../.." && pwd)
stages=$(mktemp -d)
mount -t tmpfs tmpfs "$stages"

# A root with the system, its own /opt and /tmp, and nothing of the project.
begin_stage() {
  root=$stages/$1 directory=/ user=0:0
  mkdir -p "$root"/{opt,tmp,root,proc,dev,source}
  for part in usr bin sbin lib lib64 etc; do
    [ -e "/$part" ] || continue
    mkdir "$root/$part"
    mount --rbind "/$part" "$root/$part"
    mount -o remount,ro,bind "$root/$part"
  done
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/usr/local"
  mkdir "$root/usr/local/bin"
  chmod 1777 "$root/tmp"
}

inside() {
  chroot --userspec="$user" "$root" /usr/bin/env --chdir="$directory" HOME=/tmp PATH=/usr/local/bin:/usr/bin:/bin "$@"
}

root="" directory=/ user=0:0
while IFS= read -r line; do
  read -r instruction rest <<<"$line"
  case $instruction in
    FROM) case $rest in *' AS '*) begin_stage "${rest##* AS }" ;; *) begin_stage image ;; esac ;;
    WORKDIR) directory=$rest && mkdir -p "$root$directory" ;;
    # With what was installed and built here, so that the first RUN has nothing left to do.
    COPY) case $rest in
        '. .') mount --bind -o ro "$checkout" "$root$directory" ;;
        --from=*) read -r from source target <<<"$rest" && cp -a "$stages/${from#--from=}$source" "$root$target" ;;
      esac ;;
    RUN) [ "$directory $rest" = '/source npm ci --no-audit --no-fund && npm run build' ] || inside sh -c "$rest" >&2 ;;
    USER) user=$rest ;;
    ENTRYPOINT) entry=$(tr -d '[",]' <<<"$rest" | tr -d ']') ;;
  esac
done < <(sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$here/Dockerfile" | grep -v '^\s*#')

suite=$root/opt/tsi-conformance
row() { printf '| %-24s | %6s | %8s |\n' "$@"; }
files() { find "$@" -type f | wc -l; }
size() { du -sk --apparent-size "$@" | awk '{ sum += $1 } END { printf "%.1f MB", sum / 1024 }'; }
{
  row 'in the image' files size
  row ------------------------ -----: -------:
  row 'the package' "$(find "$suite" -path "$suite/node_modules" -prune -o -type f -print | wc -l)" \
    "$(du -sk --apparent-size --exclude=node_modules "$suite" | awk '{ printf "%.1f MB", $1 / 1024 }')"
  row "$(find "$suite/node_modules" -name package.json -not -path '*/node_modules/*/*/*/*' | wc -l) production packages" \
    "$(files "$suite/node_modules")" "$(size "$suite/node_modules")"
  row 'this layer, compressed' '' "$(tar -C "$root/opt" -cz tsi-conformance | wc -c | awk '{ printf "%.1f MB", $1 / 1048576 }')"
} >&2

mount -o remount,ro,bind "$root/usr/local" 2>/dev/null || true
mount --rbind "$root" "$root"
mount -t tmpfs -o "uid=${user%:*},gid=${user#*:}" tmpfs "$root/work"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,ro,bind "$root"
inside test ! -w /opt
inside test -w /work
# shellcheck disable=SC2086 # an entry point of several words
inside $entry "$@"
