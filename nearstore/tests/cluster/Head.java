import io.headwater.store.ObjectStore;
import io.headwater.store.connection.Secret;
import io.headwater.store.swift.SwiftStore;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.client.SwiftSettings;
import java.net.URI;

/** Prints the ETag of an object as often as requested: Head.java CONTAINER KEY TIMES, with ST_* variables. */
class Head {
  public static void main(String[] words) throws Exception {
    var user =
        new TempAuthIdentity(
            URI.create(System.getenv("ST_AUTH")),
            System.getenv("ST_USER"),
            Secret.of(System.getenv("ST_KEY")));
    try (ObjectStore store = SwiftStore.open(words[0], SwiftSettings.defaults(user))) {
      for (int n = 0; n < Integer.parseInt(words[2]); n++) {
        System.out.println(store.head(words[1]).etag());
      }
    }
  }
}
