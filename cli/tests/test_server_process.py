"""Which process is a server of the embedded store."""

import psutil

from headwater.embedded.state import ServerProcess


def test_a_process_whose_program_is_being_loaded_is_the_server(monkeypatch):
    process = psutil.Process()
    server = ServerProcess("engine", process.pid, process.create_time(), 0, "engine.sock")
    assert server.find() is None
    monkeypatch.setattr(psutil.Process, "cmdline", lambda _: [])
    assert server.find() == process
