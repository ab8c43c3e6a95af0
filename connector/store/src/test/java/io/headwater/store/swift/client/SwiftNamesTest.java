package io.headwater.store.swift.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwater.store.swift.LargeObjectProbe;
import io.headwater.store.swift.SegmentLayout;
import io.headwater.store.swift.SegmentLayout.Upload;
import java.net.URI;
import java.time.Instant;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;

/** Names in Swift's notation. */
final class SwiftNamesTest {
  private static boolean isName(String text) {
    boolean halves = text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    return !halves && text.indexOf('\0') < 0 && !text.isEmpty();
  }

  @Property
  void aPathDecodesToItsKey(@ForAll String key) {
    Assume.that(isName(key));
    assertThat(URI.create("http://h/" + SwiftNames.path(key)).getPath()).isEqualTo("/" + key);
    assertThat(SwiftNames.query(key)).matches("[A-Za-z0-9._~%-]*");
  }

  @Property
  void theNameBeforeIsBefore(@ForAll @StringLength(min = 1, max = 6) String key) {
    Assume.that(isName(key));
    String before = LargeObjectProbe.before(key);
    assertThat(SwiftNames.BYTE_ORDER.compare(before, key)).isNegative();
    assertThat(before.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  @Property
  void findsTheUploadOfAMarker(@ForAll String key) {
    Assume.that(isName(key));
    SegmentLayout places = new SegmentLayout("c");
    assertThat(places.upload(places.marker(key, "id"))).isEqualTo(new Upload(key, "id"));
  }

  @Example
  void listedTimesAreRoundedUpAsLastModifiedIs() {
    Instant whole = Instant.parse("2026-11-20T11:54:48Z");
    assertThat(SwiftNames.listed("2026-11-20T11:54:48.000000")).isEqualTo(whole);
    assertThat(SwiftNames.listed("2026-11-20T11:54:48.000001")).isEqualTo(whole.plusSeconds(1));
  }
}
