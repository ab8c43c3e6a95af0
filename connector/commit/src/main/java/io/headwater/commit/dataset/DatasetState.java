package io.headwater.commit.dataset;

import io.headwater.commit.manifest.GovernedName;
import io.headwater.commit.manifest.Manifest;
import io.headwater.commit.manifest.ManifestEntry;
import io.headwater.commit.manifest.ManifestKeys;
import io.headwater.store.ObjectInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The content of a dataset at one moment (protocol/PROTOCOL.md, section 5), computed from its base
 * and deltas without requests.
 */
public final class DatasetState {
  private static final char AFTER_SLASH = '/' + 1;

  private final String root;
  private final Optional<ObjectInfo> baseObject;
  private final Optional<Manifest> base;
  private final List<Manifest> deltas;
  private final Set<String> deltasSeen;
  private final NavigableMap<String, ObjectInfo> objects = new TreeMap<>();
  private final NavigableMap<String, ManifestEntry> entries = new TreeMap<>();
  private final Map<String, List<ManifestEntry>> others = new HashMap<>();
  private final Set<Manifest.Removed> removals = new HashSet<>();
  private final Set<String> removed = new HashSet<>();
  private final Map<String, List<Manifest.Excluded>> excluded = new HashMap<>();

  /**
   * A state.
   *
   * @param root the dataset's key
   * @param baseObject the object at the base's key, whether or not it is a manifest
   * @param base its manifest, or empty if it is not one
   * @param read every existing delta
   */
  DatasetState(
      String root,
      Optional<ObjectInfo> baseObject,
      Optional<Manifest> base,
      Collection<Manifest> read) {
    this.root = root;
    this.baseObject = baseObject;
    this.base = base;
    Set<String> folded = base.map(Manifest::folded).orElse(Set.of());
    deltasSeen = new HashSet<>(read.stream().map(Manifest::id).toList());
    deltas = read.stream().filter(delta -> !folded.contains(delta.id())).toList();
    deltas.forEach(delta -> removals.addAll(delta.removed()));
    removals.forEach(entry -> removed.add(key(entry.key())));
    base.ifPresent(this::add);
    deltas.forEach(this::add);
    base.ifPresent(manifest -> manifest.excluded().forEach(this::exclude));
  }

  private void exclude(Manifest.Excluded each) {
    excluded.computeIfAbsent(key(each.key()), unused -> new ArrayList<>()).add(each);
  }

  private void add(Manifest manifest) {
    for (ManifestEntry entry : manifest.entries()) {
      if (!isRemoved(manifest, entry)) {
        add(key(entry.key()), entry, manifest);
      }
    }
  }

  /** Of several additions of one key the last is valid. */
  private void add(String key, ManifestEntry entry, Manifest manifest) {
    ManifestEntry other = entries.get(key);
    boolean isLast = other == null || other.added().compareTo(entry.added()) < 0;
    if (other != null) {
      others.computeIfAbsent(key, unused -> new ArrayList<>()).add(isLast ? other : entry);
    }
    if (isLast) {
      entries.put(key, entry);
      objects.put(
          key, new ObjectInfo(key, entry.length(), entry.etag(), manifest.time(), Map.of()));
    }
  }

  /**
   * A removal by key is of the first format, and never applies to additions of a later format's
   * delta.
   */
  private boolean isRemoved(Manifest manifest, ManifestEntry entry) {
    boolean byKey =
        manifest.kind() == Manifest.Kind.BASE || manifest.format() == Manifest.FIRST_FORMAT;
    return removals.contains(Manifest.Removed.of(entry))
        || (byKey && removals.contains(Manifest.Removed.ofKey(entry.key())));
  }

  private String key(String relative) {
    return ManifestKeys.under(root) + relative;
  }

  /** The dataset's key. */
  public String root() {
    return root;
  }

  /** Whether no manifest exists. */
  public boolean isEmpty() {
    return base.isEmpty() && deltas.isEmpty();
  }

  /** The object at the base's key. It may be another program's. */
  public Optional<ObjectInfo> baseObject() {
    return baseObject;
  }

  /** The base. */
  public Optional<Manifest> base() {
    return base;
  }

  /** The identifiers of all existing deltas, valid or not. */
  public Set<String> deltasSeen() {
    return deltasSeen;
  }

  /** The entries by their objects' full keys, in order. */
  public NavigableMap<String, ManifestEntry> entries() {
    return entries;
  }

  /** All valid additions of a key. There are several if writers did not see each other. */
  List<ManifestEntry> additions(String key) {
    List<ManifestEntry> all = new ArrayList<>(others.getOrDefault(key, List.of()));
    Optional.ofNullable(entries.get(key)).ifPresent(all::add);
    return all;
  }

  /**
   * The entries' objects with a key prefix, in order.
   *
   * @param prefix empty or with a slash at its end
   */
  public Collection<ObjectInfo> objectsUnder(String prefix) {
    return prefix.isEmpty()
        ? objects.values()
        : objects.subMap(prefix, prefix.substring(0, prefix.length() - 1) + AFTER_SLASH).values();
  }

  /**
   * Whether the dataset was written elsewhere and moved here completely. Its objects are copies,
   * whose ETags may differ from the entries'.
   */
  public boolean isMoved() {
    return base.isPresent() && !base.get().tag().equals(GovernedName.tagOf(root));
  }

  /** The entry's object under a key. */
  public Optional<ObjectInfo> object(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Whether a key is an entry's, or was removed by a valid delta. */
  boolean mentions(String key) {
    return entries.containsKey(key) || removed.contains(key);
  }

  /** Whether this root governs an object, by its name (rules N1 and N2). */
  public boolean governs(String key) {
    if (!key.startsWith(ManifestKeys.under(root))) {
      return false;
    }
    Optional<String> nearest = GovernedName.rootOf(key);
    if (nearest.isPresent()) {
      return nearest.get().equals(root);
    }
    if (mentions(key)) {
      return true;
    }
    Optional<String> declared = base.map(Manifest::tag);
    return declared.isPresent() && GovernedName.parse(key).map(GovernedName::tag).equals(declared);
  }

  /** Whether a foreign object is excluded, because the base replaced this version of it. */
  public boolean excludes(ObjectInfo object) {
    return excluded.getOrDefault(object.key(), List.of()).stream()
        .anyMatch(
            each ->
                each.etag().equals(object.etag())
                    && milliseconds(each.modified()).equals(milliseconds(object.lastModified())));
  }

  /** Manifests contain times in milliseconds. */
  private static Instant milliseconds(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Whether an object without an entry indicates that another program overwrote the base (rule R5).
   * If so, the object is not newer than the one at the base's key.
   */
  public boolean lostItsBase(ObjectInfo orphan) {
    return base.isEmpty()
        && baseObject.isPresent()
        && !orphan.lastModified().isAfter(baseObject.get().lastModified());
  }
}
