import io.headwater.store.ObjectStore;
import io.headwater.store.swift.SwiftStore;
import io.headwater.store.connection.Secret;
import io.headwater.store.swift.auth.TempAuthIdentity;
import io.headwater.store.swift.client.SwiftSettings;
import java.net.URI;

/** Prints the ETag of an object as often as requested: Head.java AUTH_URL USER SECRET CONTAINER KEY TIMES. */
class Head {
  public static void main(String[] words) throws Exception {
    var user = new TempAuthIdentity(URI.create(words[0]), words[1], Secret.of(words[2]));
    try (ObjectStore store = SwiftStore.open(words[3], SwiftSettings.defaults(user))) {
      for (int n = 0; n < Integer.parseInt(words[5]); n++) {
        System.out.println(store.head(words[4]).etag());
      }
    }
  }
}
