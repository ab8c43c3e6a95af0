"""The configuration files of the four Swift servers."""

from configparser import ConfigParser
from io import StringIO

from headwater.core.storlet_names import Header
from headwater.embedded.credentials import OWNER, READER, Credentials
from headwater.embedded.files import write_private
from headwater.embedded.layout import Layout

STORAGE_SERVERS = ("account", "container", "object")
SERVERS = (*STORAGE_SERVERS, "proxy")

RESERVE_BYTES = 64 * 1024 * 1024
"""The object server refuses a PUT (507) that would leave less free space than this."""

ACCESS_LOG_TEMPLATE = (
    "{start_time} {client_ip} {method} {path} {status_int} {bytes_recvd} {bytes_sent} "
    "{request_time} {headers} {source} {transaction_id} {user_agent}"
)
"""The fields of a line of the access log, each URL-quoted. `headwater.embedded.request_log` reads them."""

IN_FLIGHT_PATH = "/.headwater/in-flight"
"""Where the proxy reports the number of requests in flight, as text. No bucket can have this name."""

_LOGGED_HEADERS = f"X-Amz-Copy-Source,X-Copy-From,Range,If-Match,If-None-Match,{Header.RUN_STORLET}"

_PIPELINE = (
    "catch_errors gatekeeper healthcheck access-log cache listing_formats bulk s3api tempauth "
    "storlets copy slo dlo versioned_writes storlets-guard proxy-server"
)

# No updater daemon runs. A listing update that times out would never be applied, so these timeouts and
# container_update_timeout are longer than the defaults (0.5, 3 and 1 s).
_UPDATES = {"conn_timeout": "10", "node_timeout": "60"}

Sections = dict[str, dict[str, str]]


def write_configs(layout: Layout, port: int, ports: dict[str, int], credentials: Credentials) -> None:
    """Write swift.conf and the four servers' files, all with mode 0600.

    `port` is for clients. `ports` are those of the storage servers by name. Raises OSError.
    """
    _write(layout, "swift.conf", {"swift-hash": {"swift_hash_path_suffix": credentials.hash_suffix}})
    for server in STORAGE_SERVERS:
        _write(layout, layout.config(server).name, _storage(layout, server, ports[server]))
    _write(layout, layout.config("proxy").name, _proxy(layout, port, credentials))


def _write(layout: Layout, name: str, sections: Sections) -> None:
    parser = ConfigParser(interpolation=None)
    parser.read_dict(sections)
    text = StringIO()
    parser.write(text)
    write_private(layout.etc / name, text.getvalue())


def _defaults(layout: Layout, server: str, port: int) -> dict[str, str]:
    return {
        "bind_ip": "127.0.0.1",
        "bind_port": str(port),
        # The port was free just before. With a short wait, a race for it becomes a clear failure.
        "bind_timeout": "3",
        "workers": "0",
        "swift_dir": str(layout.etc),
        "log_name": f"{server}-server",
        "log_level": "INFO",
        "log_file": str(layout.log(server)),
        "log_custom_handlers": "headwater.embedded.logs.to_file",
    }


def _storage(layout: Layout, server: str, port: int) -> Sections:
    app = {"use": f"egg:swift#{server}", "log_requests": "false"}
    filters = {"healthcheck": {"use": "egg:swift#healthcheck"}}
    if server != "account":
        app |= _UPDATES
    if server == "object":
        filters |= {"storlets": _storlets(layout, server)}
        app |= {
            "container_update_timeout": "60",
            # Keep data in the page cache for every client, because clients read the same data again.
            "keep_cache_private": "true",
            "keep_cache_size": str(5 * 1024**3),
        }
    return {
        "DEFAULT": _defaults(layout, server, port)
        | {
            "devices": str(layout.nodes),
            "mount_check": "false",
            "fallocate_reserve": str(RESERVE_BYTES),
        },
        "pipeline:main": {"pipeline": " ".join([*filters, f"{server}-server"])},
        **{f"filter:{name}": filter_ for name, filter_ in filters.items()},
        f"app:{server}-server": app,
    }


def _proxy(layout: Layout, port: int, credentials: Credentials) -> Sections:
    return {
        "DEFAULT": _defaults(layout, "proxy", port),
        "pipeline:main": {"pipeline": _PIPELINE},
        **{f"filter:{name}": filter_ for name, filter_ in _filters(layout, credentials).items()},
        "app:proxy-server": {
            "use": "egg:swift#proxy",
            "account_autocreate": "true",
            "allow_account_management": "true",
            # The default (60 s) excludes a node that answers 507. Each ring has one node, so with a full disk
            # every read would also fail (503).
            "error_suppression_interval": "0",
        },
    }


def _filters(layout: Layout, credentials: Credentials) -> Sections:
    plain = ("catch_errors", "gatekeeper", "healthcheck", "listing_formats", "bulk", "copy", "dlo")
    return {name: {"use": f"egg:swift#{name}"} for name in plain} | {
        "access-log": _access_log(layout),
        "cache": {"paste.filter_factory": "headwater.embedded.cache:filter_factory"},
        "s3api": {
            "use": "egg:swift#s3api",
            "location": "us-east-1",
            "s3_acl": "false",
            "max_upload_part_num": "10000",
        },
        "tempauth": _tempauth(credentials),
        "storlets": _storlets(layout, "proxy"),
        "storlets-guard": {"paste.filter_factory": "headwater_swift.filters:storlets_guard"},
        "slo": {"use": "egg:swift#slo", "max_manifest_segments": "10000"},
        "versioned_writes": {"use": "egg:swift#versioned_writes", "allow_versioned_writes": "true"},
    }


def _storlets(layout: Layout, server: str) -> dict[str, str]:
    return {
        "paste.filter_factory": "headwater_swift.filters:storlets",
        "execution_server": server,
        "engine_socket": str(layout.engine_socket),
    }


def _access_log(layout: Layout) -> dict[str, str]:
    return {
        "paste.filter_factory": "headwater.embedded.access_log:filter_factory",
        "access_log_file": str(layout.access_log),
        "log_msg_template": ACCESS_LOG_TEMPLATE,
        "access_log_headers": "true",
        "access_log_headers_only": _LOGGED_HEADERS,
        # Log nothing of a presigned URL's signature.
        "reveal_sensitive_prefix": "0",
    }


def _tempauth(credentials: Credentials) -> dict[str, str]:
    return {
        "use": "egg:swift#tempauth",
        _user(OWNER): f"{credentials.owner_secret} .admin",
        _user(READER): credentials.reader_secret,
    }


def _user(name: str) -> str:
    return "user_" + name.replace(":", "_")
