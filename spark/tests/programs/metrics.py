"""The metrics of a program that writes a dataset and reads a part of a CSV: metrics.py ROOT.

Prints each of Headwater's gauges of the driver, in this process, after Spark's UI returned them.
"""

import json
import sys
import urllib.request

from pyspark.sql import SparkSession

(root,) = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
spark.range(0, 1000, 1, 2).selectExpr("id", "concat('name', id) as name").write.csv(f"{root}/csv")
assert spark.read.schema("id long, name string").csv(f"{root}/csv").where("id = 7").count() == 1
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
with opener.open(f"{spark.sparkContext.uiWebUrl}/metrics/json") as response:
    gauges = json.load(response)["gauges"]
prefix = f"{spark.sparkContext.applicationId}.driver.plugin.io.headwater.spark.HeadwaterPlugin."
found = {
    name.removeprefix(prefix): gauge["value"] for name, gauge in gauges.items() if name.startswith(prefix)
}
print("gauges:", json.dumps(found))
spark.stop()
