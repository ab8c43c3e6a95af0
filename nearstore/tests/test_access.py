"""The names that a user goes by, as the auth systems tell them."""

from headwater_swift.access import users


def test_tempauth_tells_groups():
    assert users({"REMOTE_USER": "test,test:reader, AUTH_test"}) == {"test", "test:reader", "AUTH_test"}


def test_keystone_tells_projects_and_users():
    env = {
        "REMOTE_USER": ("0a1b", "demo-project"),
        "HTTP_X_IDENTITY_STATUS": "Confirmed",
        "HTTP_X_PROJECT_NAME": "demo-project",
        "HTTP_X_USER_NAME": "demo",
        "HTTP_X_PROJECT_ID": "0a1b",
        "HTTP_X_USER_ID": "2c3d",
    }
    assert users(env) == {"demo-project:demo", "0a1b:2c3d"}


def test_nobody_has_no_name():
    assert users({}) == set()
    assert users({"REMOTE_USER": None, "HTTP_X_USER_NAME": "demo"}) == set()
