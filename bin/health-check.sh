# Whether the roles of the process in this container run: asks /healthz of its metrics port.
exec 3<>"/dev/tcp/127.0.0.1/${METRICS_PORT:-9464}" || exit 1
printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3
read -r -t 4 _ status _ <&3 && [[ $status == 200 ]]
