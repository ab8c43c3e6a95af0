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
 * What a dataset is at a moment (protocol/PROTOCOL.md, section 5): computed of its base and its
 * deltas, asked of no store.
 */
public final class DatasetState {
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
  private final Map<String, Manifest.Excluded> excluded = new HashMap<>();

  /**
   * A state.
   *
   * @param root the dataset's key
   * @param baseObject what stands at the base's key, be it a manifest or not
   * @param base what it says; empty if it is no manifest
   * @param read every delta that stands
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
    base.ifPresent(
        manifest -> manifest.excluded().forEach(each -> excluded.put(key(each.key()), each)));
  }

  private void add(Manifest manifest) {
    for (ManifestEntry entry : manifest.entries()) {
      if (!isRemoved(manifest, entry)) {
        add(key(entry.key()), entry, manifest);
      }
    }
  }

  /** Of several additions of one key the last counts. */
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

  /** A removal by key is of the first format, and never meant what a later format's delta adds. */
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

  /** Whether no manifest stands. */
  public boolean isEmpty() {
    return base.isEmpty() && deltas.isEmpty();
  }

  /** What stands at the base's key; it may be another program's. */
  public Optional<ObjectInfo> baseObject() {
    return baseObject;
  }

  /** The base. */
  public Optional<Manifest> base() {
    return base;
  }

  /** The identifiers of all deltas that stand, whether they count or not. */
  public Set<String> deltasSeen() {
    return deltasSeen;
  }

  /** The entries, by the whole keys of their objects, in order. */
  public NavigableMap<String, ManifestEntry> entries() {
    return entries;
  }

  /** All additions of a key that count: more than one if writers did not know of each other. */
  List<ManifestEntry> additions(String key) {
    List<ManifestEntry> all = new ArrayList<>(others.getOrDefault(key, List.of()));
    Optional.ofNullable(entries.get(key)).ifPresent(all::add);
    return all;
  }

  /** The entries' objects whose keys begin with a prefix, in order. */
  public Collection<ObjectInfo> objectsUnder(String prefix) {
    return prefix.isEmpty()
        ? objects.values()
        : objects.subMap(prefix, prefix + Character.MAX_VALUE).values();
  }

  /**
   * Whether the dataset was written elsewhere and moved here whole: its objects are copies, whose
   * ETags need not be the entries'.
   */
  public boolean isMoved() {
    return base.isPresent() && !base.get().tag().equals(GovernedName.tagOf(root));
  }

  /** The entry's object by a key. */
  public Optional<ObjectInfo> object(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** Whether a key is an entry's, or that of one which a delta that counts has removed. */
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

  /** Whether a foreign object counts no more, because the base replaced it as it stands. */
  public boolean excludes(ObjectInfo object) {
    Manifest.Excluded replaced = excluded.get(object.key());
    return replaced != null
        && replaced.etag().equals(object.etag())
        && milliseconds(replaced.modified()).equals(milliseconds(object.lastModified()));
  }

  /** A manifest tells no more of a time. */
  private static Instant milliseconds(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Whether an object that no manifest has hints that another program wrote over the base (rule
   * R5): it was there before what stands in the base's place.
   */
  public boolean lostItsBase(ObjectInfo orphan) {
    return base.isEmpty()
        && baseObject.isPresent()
        && !orphan.lastModified().isAfter(baseObject.get().lastModified());
  }
}
